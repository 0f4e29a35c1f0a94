/**
 * Redaction takes what names a customer out of an order that is over: the values go, the fields' names (but for
 * those that tell of the customer themselves: what-tells.ts) and all times stay, so that waits and timelines are as they were.
 */

/**
 * So long after it was closed an order keeps its details: as long as it can be brought back. One that nobody closes keeps
 * them for 72 hours from its last change, and from when its customer was to come, but for a year from its last change at
 * most (`left_at` in the migration 20261124000100): as long as boards show it.
 */
export const redactedAfterMs = 24 * 60 * 60 * 1000

/** Of a person, in front of what is told of them. */
export const whose =
  'customer|client|cliente|kunden?|buyer|shopper|driver|courier|contact|guest|recipient|collector|abholer|fahrer|passenger'
const number = '(no|nr|num|number|nummer|numero)'

// What a shop calls its own: the name of a store is nobody's.
const places = 'store|shop|site|branch|location|zone|fence|bay|filial|markt|zonen'
const things = 'product|item|sku|brand|model|file|event|produkt|artikel|datei'
const cosas = 'tienda|producto|articulo|article|zona|archivo|fichero|colis|produit|sac|bolsa|bulto'

// What a given name is called in Dutch, Swedish, Norwegian, Finnish, Italian, Polish and Czech.
const givenNamesElsewhere = 'voornaam|fornamn|fornavn|etunimi|^(nome|imie|jmeno)$'

/** What a family name is called in Italian, Portuguese, Romanian, Russian, Serbian, Dutch, Polish, Swedish and others. */
export const familyNamesElsewhere =
  'cognome|sobrenome|apelido|numedefamilie|фамилия|prezime|achternaam|nazwisko|efternamn|efternavn|etternavn|sukunimi|prijmeni|priezvisko|soyad(i|iniz)?$'

const names = [
  `(?<!${places}|${things})name(?!nt|of(the|a)?(${places}|${things}))`,
  `nombre(?!s?(del|des|de|d)?(la)?(${cosas}))`,
  'nom$|^nom(de|du|client|complet|famille|acheteur|conducteur|contact|et)',
  'apellido',
  givenNamesElsewhere,
  familyNamesElsewhere,
  `^(${whose}|person|persona|personne|chauffeur|acheteur|titular|ansprechpartner)$`,
  '(pickedup|pickup|collected|collection|ordered|booked)by$|abgeholtvon$|abholungdurch$|(recogido|retirado)por$|(retire|recupere)par$',
  '(pickup|collection|collecting|contact|alternat(e|ive)|authori[sz]ed|delegated?|second(ary)?|other|abhol|kontakt)person$',
  '^person(s|a|ne)?(to|who|for|de|que|qui|autori[sz]ad|autorise)?(collect|pick|contact|recog|retir|recuper)',
  '(alternat(e|ive)|authori[sz]ed|delegated?|second(ary)?|backup)(pickup|collector|collection|contact|driver)$',
]
const phones = [
  '(?<!head|ear|micro)phone|(?<!auto)mobile(?!app|pay|order)|telefon|whatsapp|movil|portable|rufnummer|msisdn',
  `(?<!auto|im)mobil(?!e|i|app)|celular|natel|gsm|^sms(${number}|to)?$|sms${number}$|(call|ring)back${number}?$|rue?ckruf`,
  `handy${number}?$|^(${whose})?(tel|cell|tlf|tfno)${number}?$|contact(${number}|info|details?)$`,
]
// A car by itself, or all that is told of it, is told by its plate as often as not; its colour and model are nobody's.
const cars = 'vehicle|vehiculo|vehicule|car|auto|fahrzeug|wagen|pkw|kfz|coche|carro|voiture'
const ofCar = `${number}|info|infos|information|details?|data|daten|datos|description|descripcion|beschreibung|id|tag`
const plates = [
  '(?<!tem)plate|placa(?!rd)|plaque|kennzeichen|nummernschild|matricula|immat(?!eri|ur)|patente(?!d)|licen[cs]e|vr[mn]',
  `^(vehicle|car|van)?reg(o|nr|istration)?(${number}|mark)?$|(vehicle|car)reg`,
]
const ofCars = [
  `^(${whose}|your|my|the)?(${cars})s?(${ofCar})?$|^(info|infos|datos|numero|description|descripcion)(del?|du|de(la)?)?(${cars})$`,
]
const addresses = [
  `(?<!${places}|pickup|collection)address|adresse|anschrift|direccion|domicilio`,
  'email|^mail|mail$|correo|courriel',
]
// What somebody has written in their own words may name anybody.
const words = [
  '(?<!foot|bank)notes?$|^notes?(for|from|to|about)|notiz(en)?$|^notas?$|^notas?(del?|para)|comments?$|commentaires?$',
  'comentarios?$|kommentare?$|remarks?$|remarques?$|bemerkung(en)?$|anmerkung(en)?$|hinweise?$|observaci(on|ones)$',
  'observations?$|instruc(tions?|cion|ciones)$|message$|mensaje$|nachricht$|fre(e|i)text$|specialrequests?$',
]

// Of several alike each is what the first is: "Note 2", "Customer 1".
const numbered = (written: string[]) => written.join('|').replaceAll('$', '[0-9]*$')

/** Those that say that they tell a plate, and not a car by whatever it is known. */
export const plateWords = numbered(plates)

/** By what a detail that names a customer is called, what it is: the first that matches its plain name. */
export const foundKinds = {
  plate: numbered([...plates, ...ofCars]),
  phone: numbered(phones),
  other: numbered([...addresses, ...words]),
  name: numbered(names),
}

/**
 * Which details name a customer, where a project has not said: names, phones, plates, addresses and what is free text, by the
 * plain names of their fields (`plain_key` in the migration: small letters and digits alone). A regular
 * expression of PostgreSQL's, and of JavaScript's (lib/privacy/fields.ts).
 */
export const foundFields = Object.values(foundKinds).join('|')

export const mostRedactedFields = 50
