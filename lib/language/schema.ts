import type { CompiledMessage } from 'icu-minify/format'
import type en from './messages/en.json'

/** English is the catalogue that the others have to match. */
export type Catalogue = typeof en
/** A screen, or a part of one: what is sent to the browser, or isn't. */
export type Room = keyof Catalogue
export type Sentence<Of extends Room> = keyof Catalogue[Of] & string

/** Rooms as they are sent: parsed already, so that no browser needs a parser. */
export type Messages = { [Of in Room]?: Partial<Record<Sentence<Of>, CompiledMessage>> }
