import type { About } from '@/lib/openapi/document'
import packageJson from '@/package.json'

const description = `Customers' apps say "I'm on my way" and "I'm here"; store staff see it at once; managers search what happened.

- **Requests** are JSON in UTF-8. Unknown fields are refused, never ignored; text holds no NUL. Times are ISO 8601 with a zone, answered in UTC with milliseconds.
- **Refusals** are problem documents (RFC 9457). \`code\` is stable, \`detail\` says what to do next, \`errors\` names every bad field, \`requestId\` names the request in the log.
- **Retries** are safe with an Idempotency-Key: the same key and request within 24 hours gives the first answer again. Make it a random UUID: with any other an app is not told the userToken again.
- **Methods**: HEAD is answered wherever GET is, and OPTIONS everywhere. The addresses below /api/orders and /api/prod1 answer without /api as well.`

/** What the document says of the whole API. */
export const about: About = {
  info: {
    title: 'Baycall API',
    version: packageJson.version,
    summary: 'Curbside orders, entry events and the staff board',
    description,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/', description: 'The server that this document came from' }],
  tags: [
    { name: 'orders', description: 'Registering orders and telling them what happened, with an API key.' },
    {
      name: 'entries',
      description: 'Entry events of phones: recording with a secret key, searching with an access token.',
    },
    {
      name: 'insights',
      description: 'How long customers waited, for a program that reads it, with an access token.',
    },
    {
      name: 'receivers',
      description:
        "Ready-made addresses for what geofence senders post by themselves. A secret key, in the header or as Basic authorization's password; never in the address, which logs keep.",
    },
    { name: 'sessions', description: 'Access tokens of staff accounts, for programs.' },
    { name: 'staff', description: "What the board is made of, with the browser's cookie or an access token." },
    {
      name: 'views',
      description: "What a manager's page has beside the entries: named filters, what a chart is made of.",
    },
    {
      name: 'keys',
      description:
        'API keys of a project, for its owners. A key is told once, when it is made; to replace one without a gap, rotate it.',
    },
    {
      name: 'audit',
      description:
        'The record of who did what to which order, key, account and setting, and from where, for owners. Lines are added and never altered.',
    },
    {
      name: 'privacy',
      description: 'What is personal, what shared boards show of it, and all that is kept of one customer. For owners.',
    },
    { name: 'people', description: 'Who is in a project, and who is asked to join it.' },
    { name: 'account', description: 'A person’s own account: password, second step, passkeys, sessions, links.' },
    {
      name: 'tablets',
      description:
        'Pairing a store’s tablet: it asks for a code (as in RFC 8628), a manager enters that, and the tablet gets a cookie for the board of that store alone. PINs name who acts on it.',
    },
    { name: 'service', description: 'For whoever runs the service.' },
  ],
}
