import { plainKey } from '@/lib/privacy/fields'

const things = [
  'campaigns?|kampagnen?|campana|promo|promotions?|offers?|category|domain|(?<!spouse )partner|compan(y|ies)|compania|firm(a|en)?',
  'empresa|carrier|(?<!in )(store|shop)|branch|site|location|filial(en?)?|markt|tienda|magasin|boutique',
  '(kunden)?(service|dienst)s?|support(kontakt)?|help ?(desk|line)?|hotline|care|atencion al cliente|(contact |call )cent(er|re)|desk',
].join('|')
// What may stand between the two, and behind: a store's manager, or who is asked there, is no customer.
const between = '(display|short|full|legal|main|trade|brand|code|contact|manager|team|center|centre|desk|hotline|line)'
const number = 'no|nr|num|number|nummer|numero|address|ext|main|[0-9]{1,3}|[a-z]{2}'
const told = `(name|title|label|e ?mail|mail|(tele)?phone|telefono?|mobile|tel|rufnummer|whats ?app|call ?back|number)( ?(${number}|${between}))*`
const tellsOf = `(name|nombre|nom|e ?mail|correo|(tele)?phone|telefono?|tel)( number| numero| nummer)?( (of|de|del|du|der|des|la|the|our))*`

// As whole words, or the two in one, and the thing right before what is told of it: a "confirmed name" is no firm's, a "store
// pickup name" no store's, and a "pickup store name" not who picks up.
const ofThing = new RegExp(`(^| )(${things}) ?(${between} ?)*${told}$|(^| )${tellsOf} (${things})( client)?$`)

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
export const isOfOthers = (key: string): boolean => ofThing.test(wordsOf(key))
