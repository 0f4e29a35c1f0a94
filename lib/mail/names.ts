import { onOneLine } from '@/lib/http/fields'

const mostCharacters = 40

// What an address is made of, and what readers take for a dot: `shop.example`, `https://shop`, `sam@shop`.
const joint = /[.。:@](?=[^ .。:@])/gu

const quote = /["“”„‟«»‹›「」『』]/gu

/**
 * A name of somebody's choosing as a mail of ours quotes it: on one line, at most forty characters, ending no quotation, and
 * nothing of it a link. A sign that joins the parts of an address has a space behind it: `shop. example`, `J. R. Okafor`.
 */
export function nameInMail(name: string): string {
  // Compatible forms first: wide and small dots, colons and letters are read as the plain ones.
  const said = onOneLine(name.normalize('NFKC')).replace(quote, '’').replace(joint, '$& ').trim()
  const characters = [...said]
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters - 1).join('')}…` : said
}
