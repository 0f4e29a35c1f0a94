import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import en from '@/lib/language/messages/en.json'
import { literalSentencesIn } from '@/scripts/testing/literal-sentences'

// The API's reference stays English, as the API's own texts do; the last words hold their four languages themselves.
const others =
  /^(components\/docs|app\/docs|app\/api)\/|^components\/language\/last-words(-translated)?\.ts$|\.test\.tsx?$/
// What names a sentence is none.
const keys = new Set(Object.values(en).flatMap(Object.keys))
const names = ['Baycall', '%s · Baycall', '404']

const filesRead = ['app', 'components']
  .flatMap((room) => readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`))
  .filter((file) => /\.tsx?$/.test(file) && !others.test(file))

it('finds a planted sentence, wherever it stands', () => {
  const planted = `
    export const A = ({ name }: { name: string }) => (
      <p aria-label="Wait here">
        Nobody is waiting. <b>late</b> {name} and more
        <Field label={name ? 'Reason' : 'Other words'} hint="why" />
      </p>
    )
    showToast({ title: 'Gone', detail: \`\${A} is gone\` })`
  const found = literalSentencesIn(planted)
  expect(found).toEqual(expect.arrayContaining(['Wait here', 'late', 'why', 'Gone', 'Other words']))
  expect(found.join(' ')).toContain('Nobody is waiting.')
  expect(found.join(' ')).toContain('and more')
})

it('every sentence that a person reads comes from the catalogue', () => {
  expect(filesRead.length).toBeGreaterThan(100)
  const found = filesRead.flatMap((file) =>
    literalSentencesIn(readFileSync(file, 'utf8'))
      .filter((said) => !names.includes(said) && !keys.has(said))
      .map((said) => `${file}: ${said}`),
  )
  expect(found).toEqual([])
})
