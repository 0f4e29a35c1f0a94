/** How long a password is, in characters. */
export const shortestPassword = 10
export const longestPassword = 256

/** Why a password is not taken, as the API says it. Pages say the same in their own language, by the key. */
export const passwordRefusals = {
  tooShort: `At least ${shortestPassword} characters`,
  tooLong: `At most ${longestPassword} characters`,
  common: 'This one is on the lists that attackers try first',
  personal: 'This one is made of a name or an address that others know',
} as const

export type PasswordRefusal = keyof typeof passwordRefusals

/** The reason that a field's message stands for, if it is one of these. */
export function passwordRefusalIn(message: string | undefined): PasswordRefusal | undefined {
  const known = Object.entries(passwordRefusals).find(([, said]) => said === message)
  return known?.[0] as PasswordRefusal | undefined
}
