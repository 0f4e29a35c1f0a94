// Letters that no decomposition takes apart, as they are written without them.
const alike: Record<string, string> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
  þ: 'th',
  Þ: 'TH',
}
const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'AE', Ö: 'OE', Ü: 'UE' }

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
        .replace(/[ßẞæÆœŒøØđĐðÐłŁıþÞ]/g, (letter) => alike[letter] ?? letter)
        .normalize('NFKC')

/** A name as it is, and with its umlauts as two letters, where it has some: "Jürgen" is "Juergen" to many a till. */
export function writings(name: string): string[] {
  const text = name.normalize('NFC')
  const other = text.replace(/[äöüÄÖÜ]/g, (letter) => umlauts[letter] ?? letter)
  return other === text ? [name] : [name, other]
}
