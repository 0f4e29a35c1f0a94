const json = { 'content-type': 'application/json' }

/** @param {Request} request */
export async function POST(request) {
  const { page } = globalThis.benchStatements
  return new Response(await page(await request.json()), { headers: json })
}
