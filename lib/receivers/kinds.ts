import * as z from 'zod'

/** What is looked at first of whatever was sent: of an event that is no entry, nothing else matters. */

export const RadarKind = z.looseObject({ type: z.string() })

export const TraccarKind = z.looseObject({ event: z.looseObject({ type: z.string() }) })

export const OwnTracksKind = z.looseObject({ _type: z.string(), event: z.unknown().optional() })
export type OwnTracksKind = z.output<typeof OwnTracksKind>
