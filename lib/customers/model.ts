/**
 * A customer is whoever a phone or a plate names: Baycall knows no accounts of theirs, so what it keeps of one is found by
 * either, in whatever form it was written.
 */
export const askedKinds = ['phone', 'plate'] as const
export type AskedKind = (typeof askedKinds)[number]

/** What somebody asks for: a phone or a plate, as they wrote it. */
export type Asked = { kind: AskedKind; value: string }

/** Fewer digits than this are no phone, fewer letters and digits no plate. */
export const leastDigits = 6
export const leastOfPlate = 3

/** How many records of a customer there are. */
export type Found = { orders: number; entries: number; requests: number; views: number }

/**
 * By what stands among details what is none of them: an order's own customerName, and why staff did something. No detail is
 * called so (lib/orders/details.ts), whatever an app sends, and one may be called customerName.
 */
export const ownName = ''
