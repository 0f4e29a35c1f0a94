import { plainLetters as alike } from '@/lib/search/model'

const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'AE', Ö: 'OE', Ü: 'UE' }

function plainLetter(letter: string): string {
  const small = letter.toLowerCase()
  const plain = alike[small] ?? letter
  return small === letter ? plain : plain.toUpperCase()
}

const isPlain = /^[\0-\x7f]*$/
const accented = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu

/**
 * A text as a till or a label's printer writes it: without accents. Of scripts whose marks are vowels nothing is taken away.
 */
export const plainLetters = (text: string): string =>
  isPlain.test(text)
    ? text
    : text
        .normalize('NFKD')
        .replace(accented, '$1')
        .replace(/[ßẞæÆœŒøØđĐðÐłŁıþÞ]/g, plainLetter)
        .normalize('NFKC')

/** A name as it is, and with its umlauts as two letters, where it has some: "Jürgen" is "Juergen" to many a till. */
export function writings(name: string): string[] {
  const text = name.normalize('NFC')
  const other = text.replace(/[äöüÄÖÜ]/g, (letter) => umlauts[letter] ?? letter)
  return other === text ? [name] : [name, other]
}
