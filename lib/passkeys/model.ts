/** Of one account. */
export const mostPasskeys = 20
