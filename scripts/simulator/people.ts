import type { Random } from '@/scripts/simulator/random'

const names = [
  'Priya Nair',
  'Tomás Hernández-Villanueva',
  'Stephanie Clarke',
  'Dan Webber',
  'Vanessa Lee',
  'Ng Wei Ling',
  'Oluwaseun Adeyemi',
  'Zoë van der Berg',
  'Łukasz Wójcik',
  'Aoife Ní Bhriain',
  'Mohammed Al-Farsi',
  'Søren Kjær',
  'Yuki Tanaka',
  'Chloé Lefèvre',
  'Ana Beatriz Souza',
  'Dmitri Volkov',
  'Fatima Zahra',
  'Grace Kim',
  'Hamish McLeod',
  'Ingrid Bergström',
  'João Pereira',
  'Kwame Boateng',
  'Leilani Kealoha',
  'María José Ruiz',
  'Nadia Haddad',
  'Omar Siddiqui',
  'Petra Novák',
  'Quinn Murphy',
  'Rosa Jiménez',
  'Sanjay Patel',
  'Thandiwe Dlamini',
  'Uma Krishnan',
  'Viktor Horváth',
  'Wangari Mwangi',
  'Xiomara Castillo',
  'Yusuf Demir',
  '山田 花子',
  'עדי לוי',
  'سارة خليل',
  'Jo Ó Sé',
] as const

const cars = [
  'Corolla',
  'Golf',
  'Tucson',
  'Model 3',
  'Fiesta',
  'Civic',
  'Qashqai',
  'Clio',
  'RAV4',
  'Octavia',
  'Panda',
  'F-150',
  'Leaf',
  'XC40',
  'Kona',
  'Yaris',
  'Duster',
  'Mini',
  'Outback',
  'Berlingo',
] as const

const colors = [
  'Red',
  'White',
  'Blue',
  'Black',
  'Silver',
  'Grey',
  'Green',
  'Yellow',
  'Orange',
  'Beige',
  'Brown',
] as const

const notes = ['Frozen items', 'Two bags', 'Boot is open', 'Needs a hand', 'Dog in the car', 'ID check'] as const

const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ'

function lettersOf(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.pick([...letters])).join('')
}

function plateOf(random: Random): string {
  const digits = (count: number) => String(random.whole(0, 10 ** count - 1)).padStart(count, '0')
  return random.pick([
    () => `${lettersOf(random, 3)} ${digits(3)}`,
    () => `${lettersOf(random, 2)}${digits(2)} ${lettersOf(random, 3)}`,
    () => `${digits(4)} ${lettersOf(random, 3)}`,
    () => `${lettersOf(random, 2)} ${digits(4)}`,
  ])()
}

export type Person = {
  name: string
  details: Record<string, string>
  os: { os: string; osVersion: string; deviceType: string }
}

/** Somebody who drives to a store: a name, and what their phone tells of their car. */
export function personOf(random: Random): Person {
  const details: Record<string, string> = {
    'Mobile Number': `+1 555 01${String(random.whole(0, 99)).padStart(2, '0')}`,
    'Car Model': random.pick(cars),
    'Car Color': random.pick(colors),
    'Car Plate': plateOf(random),
  }
  if (random.chance(0.25)) details.Notes = random.pick(notes)
  if (random.chance(0.2)) details.Items = String(random.whole(1, 24))
  const os = random.chance(0.55)
    ? { os: 'iOS', osVersion: '20.1', deviceType: 'iPhone' }
    : { os: 'Android', osVersion: '17', deviceType: 'Pixel' }
  return { name: random.pick(names), details, os }
}
