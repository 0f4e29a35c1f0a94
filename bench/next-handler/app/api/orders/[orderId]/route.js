const json = { 'content-type': 'application/json' }

/**
 * @param {Request} request
 * @param {{ params: Promise<{ orderId: string }> }} context
 */
export async function PUT(request, { params }) {
  const { update } = globalThis.benchStatements
  const { orderId } = await params
  return new Response(await update(orderId, await request.json()), { headers: json })
}
