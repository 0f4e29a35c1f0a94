/**
 * Whether a finger or a mouse has come behind the last key that leads anywhere: what has the focus then is nothing that anybody
 * has selected. So it is at first.
 */
export const pointed = { isLast: true }
