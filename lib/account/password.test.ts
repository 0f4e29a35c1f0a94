import { expect, it } from 'vitest'
import { refusalOfPassword } from '@/lib/account/password'

const tomas = { name: 'Tomás Herrera', email: 'tomas.herrera@shop.example' }
const refusals = (passwords: string[]) => Promise.all(passwords.map((one) => refusalOfPassword(one, tomas)))

it('a password is refused by its length', async () => {
  expect(await refusals(['short', 'nine char', 'x7'.repeat(129)])).toEqual(['tooShort', 'tooShort', 'tooLong'])
})

it('a password that is known is refused, in capitals, as l33t and with a year after it too', async () => {
  const known = [
    '1q2w3e4r5t6y',
    'qwertyuiop',
    'Password2026!',
    'P@ssw0rd123',
    '1234567890',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
  ]
  expect(await refusals(known)).toEqual(known.map(() => 'common'))
})

it('a password that is made of what others know is refused', async () => {
  const personal = ['tomas.herrera', 'Herrera2026', 'B4ycall-2026', 'tomas.herrera@shop.example']
  expect(await refusals(personal)).toEqual(personal.map(() => 'personal'))
})

it('a password needs no capital, digit or sign: it needs to be long and one’s own', async () => {
  const good = ['orange ferry under lamps', 'zu spät für kaffee', 'mud-Herrera-tulip-brick', 'tk4vqpw9zr']
  expect(await refusals(good)).toEqual(good.map(() => null))
})
