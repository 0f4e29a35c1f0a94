import { transformSync } from 'esbuild'

// In compiled JSX: a text in quotes, or in backticks with what is filled in left out.
const quoted = '"((?:[^"\\\\]|\\\\.)*)"'
const filled = '`((?:[^`\\\\]|\\\\.)*)`'
const told = '(?<!\\w)(?:children|title|label|hint|detail|placeholder|alt|"aria-label"|"aria-description")'

const places = [
  // What people read or hear, alone or as the first or the other of two.
  new RegExp(`${told}: (?:[^",(\\n]*\\? )?(?:${quoted}|${filled})`, 'g'),
  new RegExp(`${told}: [^",(\\n]*\\? "[^"]*" : ${quoted}`, 'g'),
  // Anywhere else: what begins as a sentence does, and goes on.
  /"(\p{Lu}[\p{Ll}’]+[ …](?:[^"\\]|\\.)*)"/gu,
  /`(\p{Lu}[\p{Ll}’]+[ :](?:[^`\\]|\\.)*)`/gu,
]

/** The texts among several children: those that stand in the list itself, not deeper. */
function childrenIn(code: string): string[] {
  return code
    .split('children: [')
    .slice(1)
    .flatMap((list) => {
      const found: string[] = []
      let depth = 1
      for (const [token] of list.matchAll(/"(?:[^"\\]|\\.)*"|[[\](){}]/g)) {
        if ('[({'.includes(token)) depth += 1
        else if ('])}'.includes(token)) depth -= 1
        else if (depth === 1) found.push(token.slice(1, -1))
        if (depth === 0) break
      }
      return found
    })
}

const isRead = (text: string) => /\p{L}{2,}/u.test(text.replace(/\$\{[^}]*\}/g, ''))

/** The texts in a source file that a person would read as they stand, whatever the language of the page. */
export function literalSentencesIn(source: string): string[] {
  const { code } = transformSync(source, { loader: 'tsx', jsx: 'automatic', charset: 'utf8' })
  // Errors and comments are for programmers; what is compared is not shown.
  const own = code.replace(/^import .*$/gm, '').replace(/new Error\([^)]*\)|[!=]== "[^"]*"|\/\*[\s\S]*?\*\//g, '')
  const found = places.flatMap((place) => [...own.matchAll(place)].map(([, said, other]) => said ?? other ?? ''))
  return [...new Set([...found, ...childrenIn(own)])].filter(isRead)
}
