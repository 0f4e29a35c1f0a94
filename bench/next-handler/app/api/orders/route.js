const json = { 'content-type': 'application/json' }

/** @param {Request} request */
export async function POST(request) {
  const { create } = globalThis.benchStatements
  return new Response(await create(await request.json()), { status: 201, headers: json })
}
