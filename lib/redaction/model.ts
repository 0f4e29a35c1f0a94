/**
 * Redaction takes what names a customer out of an order that is over: the values go, the fields' names and all times
 * stay, so that waits and timelines are as they were.
 */

/** So long after it was closed an order keeps its details: as long as it can be brought back. */
export const redactedAfterMs = 24 * 60 * 60 * 1000

const phones = 'phone|mobile|cell|telefon|telefono|teléfono|whatsapp|handy|movil|móvil|portable|^tel$'
const plates = 'plate|kennzeichen|matricula|matrícula|immatriculation|plaque|vehiclereg|carreg|^registration$'
const names = '(customer|first|last|full|sur|family|given|driver|courier|contact|guest|recipient|shopper)name'
const people =
  '^(name|customer|driver|courier|contact|guest|recipient|nombre|apellidos?|nachname|vorname|nom|prenom|prénom)$'

/**
 * Which details name a customer, where a project has not said: names, phones, plates and addresses of mail, by the plain
 * names of their fields (lower case, no spaces, `_` or `-`). A regular expression of PostgreSQL's.
 */
export const foundFields = [phones, plates, names, people, 'email'].join('|')

export const mostRedactedFields = 50
