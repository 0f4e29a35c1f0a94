// A terminal obeys the first ones, and the others turn around what stands beside them.
const steering = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** A text out of a file as a terminal may have it: on one line, what would steer it written out as `\u001b`. */
export const shown = (text: string): string =>
  text.replace(steering, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
