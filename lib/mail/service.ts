import type { Transporter } from 'nodemailer'
import { env } from '@/lib/env'
import { isOriginSet } from '@/lib/http/own-origin'
import { log } from '@/lib/log'

/** What became of a mail: `off` where none is configured. */
export type Mailed = 'sent' | 'off' | 'failed'

export type Mail = { to: string; subject: string; text: string }

let transport: Promise<Transporter> | undefined

// Somebody waits for the answer: a mail server that does not speak in time has failed.
const waits = { connectionTimeout: 4_000, greetingTimeout: 4_000, socketTimeout: 8_000 }

// Loaded by the first mail: most servers' processes send none.
function transportOf(url: string): Promise<Transporter> {
  transport ??= import('nodemailer').then(({ createTransport }) => createTransport({ url, ...waits }))
  return transport
}

/**
 * True where mails can be sent (SMTP_URL and MAIL_FROM) and the server knows its own address (BAYCALL_URL): each has a link
 * in it, and what a request says of this server's address is not to decide where people are led.
 */
export function sendsMail(): boolean {
  return env().SMTP_URL !== undefined && env().MAIL_FROM !== undefined && isOriginSet()
}

/** Sends a mail. Of a failure the log learns the reason, and neither the address nor what was written. */
export async function sendMail({ to, subject, text }: Mail): Promise<Mailed> {
  const { SMTP_URL: url, MAIL_FROM: from } = env()
  if (!url || !from || !isOriginSet()) return 'off'
  try {
    const transporter = await transportOf(url)
    // Given as an address, not as text: what somebody typed names one mailbox.
    await transporter.sendMail({ from, to: { name: '', address: to }, subject, text, disableFileAccess: true })
    return 'sent'
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    log.warn({ err: code ?? 'unknown', responseCode }, 'mail not sent')
    return 'failed'
  }
}
