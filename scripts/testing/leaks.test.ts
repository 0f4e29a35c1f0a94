import { describe, expect, it } from 'vitest'
import { isTelling, leaksIn } from '@/scripts/testing/leaks.mjs'

const log = (more: string) =>
  `{"level":40,"msg":"answered","route":"Create an order","status":500}\n{"level":50,${more}}\n{"level":30}\n`

describe('a log that tells who a customer is', () => {
  const customer = ['Priya Näslund', '+44 20 7946 0123', 'NM 12 XYZ', 'tok_8Qy3kfnW0sVx2']

  it.each([
    ['a name', '"err":"no order of Priya Näslund"'],
    ['a phone in an address', '"url":"/orders?phone=%2B44%2020%207946%200123"'],
    ['a phone in a form', '"url":"/orders?phone=%2B44+20+7946+0123"'],
    ['a plate', '"detail":"Key (plate)=(NM 12 XYZ) already exists"'],
    ['a user token', '"header":"tok_8Qy3kfnW0sVx2"'],
    ['an API key', '"key":"sk_fC4jU0c0Vq2yq3bJkQ9t8w7e"'],
    ['an API key for tests', '"key":"pk_test_fC4jU0c0Vq2yq3bJkQ9t8w7e"'],
    ['a password', '"body":"password-of-a-test-9aB_-cdefgh"'],
    ['a password', 'password=demo-password-9aB_-cdefgh'],
    ['a session', '"cookie":"baycall.session_token=abcdefghij.klmnop"'],
    ['a tablet’s credential', '"cookie":"a=b; baycall.tablet=fC4jU0c0Vq2yq3bJkQ9t8w7e"'],
    ['who acts on a tablet', '"cookie":"__Host-baycall.acting=eyJ0YWJsZXQiOiIx.fC4jU0c0"'],
    ['an invitation', `"url":"/join/${'aB-_9'.repeat(8)}xyz"`],
    ['a link for a new password', `"referer":"https://x.test/reset%2F${'aB-_9'.repeat(8)}xyz?x=1"`],
    ['an access token', '"authorization":"Bearer eyJhbGciOi.JIUzI1NiJ9abc"'],
    ['a database’s password', '"url":"postgresql://baycall:s3cr3t@127.0.0.1:5432/x"'],
  ])('by %s is found', (_, planted) => {
    expect(leaksIn(log('"msg":"fine"'), customer)).toEqual([])
    expect(leaksIn(log(planted), customer)).toHaveLength(1)
  })
})

it('what says nothing of anybody is not looked for', () => {
  expect(['Ana', 'undefined', 'constructor', 'NM 1', '10871', 'true'].filter(isTelling)).toEqual([])
  expect(['Ana Kowalska', 'NM 1234', '0151 234567', 'a.b12@example.test'].filter(isTelling)).toHaveLength(4)
})
