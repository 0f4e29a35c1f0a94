/**
 * Redaction takes what names a customer out of an order that is over: the values go, the fields' names and all times
 * stay, so that waits and timelines are as they were.
 */

/** So long after it was closed an order keeps its details: as long as it can be brought back. */
export const redactedAfterMs = 24 * 60 * 60 * 1000

const whose = 'customer|client|cliente|kunden?|buyer|shopper|driver|courier|contact|guest|recipient'
const number = '(no|nr|num|number|nummer)'

// What a shop calls its own: the name of a store is nobody's.
const places = 'store|shop|site|branch|location|zone|fence|bay|filial|markt|zonen'
const things = 'product|item|sku|brand|model|file|event|produkt|artikel|datei'
const cosas = 'tienda|producto|articulo|article|zona|archivo|fichero|colis|produit|sac|bolsa|bulto'

const names = [
  `(?<!${places}|${things})name(?!nt|of(the|a)?(${places}|${things}))`,
  `nombre(?!s?(del|des|de|d)?(la)?(${cosas}))`,
  'nom$|^nom(de|du|client|complet|famille|acheteur|conducteur|contact|et)',
  'apellido',
  `^(${whose}|person|passenger|fahrer|abholer|chauffeur|acheteur)$`,
  '(pickedup|pickup|collected|ordered|booked)by$',
]
const phones = [
  '(?<!head|ear|micro)phone|(?<!auto)mobile(?!app|pay|order)|telefon|whatsapp|movil|portable|rufnummer|msisdn',
  `handy${number}?$|^(${whose})?(tel|cell)${number}?$|contact(${number}|info|details?)$`,
]
const plates = [
  '(?<!tem)plate|placa(?!rd)|plaque|kennzeichen|nummernschild|matricula|immatriculation|licen[cs]e|vrm',
  `^(vehicle|car|van)?reg(o|istration)?(${number}|mark)?$|(vehicle|car)reg`,
]
const addresses = [
  `(?<!${places}|pickup|collection)address|adresse|anschrift|direccion|domicilio`,
  'email|^mail|mail$|correo|courriel',
]

/**
 * Which details name a customer, where a project has not said: names, phones, plates and addresses, by the plain names of
 * their fields (`plain_key` in the migration: small letters and digits alone). A regular expression of PostgreSQL's.
 */
export const foundFields = [...names, ...phones, ...plates, ...addresses].join('|')

export const mostRedactedFields = 50
