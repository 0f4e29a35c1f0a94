import { plainKey } from '@/lib/privacy/fields'

const things = [
  'campaigns?|kampagnen?|campana|promo|promotions?|offers?|category|domain|partner|compan(y|ies)|compania|firm(a|en)?|empresa',
  'carrier|store|shop|branch|site|location|filial(en?)?|markt|tienda|magasin',
].join('|')
const desks = 'service|support|help|care'
const told =
  '(name|title|label|e ?mail|mail|(tele)?phone|telefono?|mobile|tel|rufnummer)( ?(no|nr|number|nummer))?( ?[0-9]{1,3})?'
const tellsOf = '(name|nombre|nom|e ?mail|correo|(tele)?phone|telefono?|tel)( (of|de|del|du|der|des|la|the|our))*'

// As whole words, or the two in one; a "confirmed name" is no firm's, and a "self-service customer name" no desk's.
const ofThing = new RegExp(`(^| )(${things}) ?${told}$|(^| )${tellsOf} (${things})$`)
const ofDesk = new RegExp(`(^| )(${desks}) ?${told}$|(^| )${tellsOf} (${desks})$`)
const ofCustomers =
  /(customer|client|cliente|kunde|buyer|shopper|user|guest|recipient|driver|courier|collector|passenger|spouse|person|contact|pickup)/

/** A detail's name as the words that it is written in, small and plain. */
const wordsOf = (key: string): string =>
  key
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(plainKey)
    .filter(Boolean)
    .join(' ')

/**
 * Whether a detail's name says that it tells what a campaign, a partner, a shop or a help desk is called, or where it is reached:
 * hidden and emptied as a name or a phone, but not the customer's, so that nothing else goes for it.
 */
export function isOfOthers(key: string): boolean {
  const words = wordsOf(key)
  return ofDesk.test(words) || (ofThing.test(words) && !ofCustomers.test(words))
}
