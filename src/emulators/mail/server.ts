import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { openLines } from '#src/emulators/lines.ts'
import { sendJson } from '#src/emulators/page.ts'
import { sendInbox } from './inbox-page.ts'

/** One mail as it lies in one person's inbox. */
export interface Mail {
  to: string
  from: string
  subject: string
  text: string
  code: string | null
  received_at: string
  message_id: string
}

const KEPT = 1_000 // mails
const SIZE_MAX = 1_000_000 // bytes

/**
 * Plays the mail server and everybody's inbox: SMTP on 127.0.0.1 takes any mail for anyone, and
 * `handle` answers for the inbox page and its JSON inside another server. The last 1,000 mails
 * outlive a restart; a mail is on the disk before its sender is thanked.
 */
export async function openMailEmulator({ dir, port = 0 }: { dir: string; port?: number }) {
  const lines = openLines(join(dir, 'mail.jsonl'))
  let inbox = (lines.kept as Mail[]).slice(-KEPT) // oldest first
  lines.rewrite(inbox)

  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: SIZE_MAX,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, { envelope }, done) {
      const recipients = envelope.rcptTo.map(({ address }) => address)
      callbackify(receive)(stream, recipients, done)
    },
  })

  async function receive(stream: NodeJS.ReadableStream, recipients: string[]) {
    const mail = await readMail(await buffer(stream))
    for (const to of recipients) {
      const received = { ...mail, to }
      lines.append(received)
      inbox.push(received)
    }
    if (inbox.length < 2 * KEPT) return
    inbox = inbox.slice(-KEPT)
    lines.rewrite(inbox)
  }

  server.on('error', (error) => console.error(error.message)) // a taken port too: `once` throws it
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')

  return {
    port: (listening.address() as AddressInfo).port,
    handle(req: IncomingMessage, res: ServerResponse): boolean {
      const { pathname, searchParams } = new URL(req.url ?? '/', 'http://mail')
      if (pathname !== '/dev/inbox' && pathname !== '/dev/inbox.json') return false
      const to = (searchParams.get('to') ?? '').trim()
      const found = inbox
        .slice(-KEPT)
        .filter((mail) => !to || isSame(mail.to, to))
        .toReversed()
      if (pathname === '/dev/inbox') sendInbox(res, found, to)
      else sendJson(res, 200, found)
      return true
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          lines.close()
          resolve()
        })
      }),
  }
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

async function readMail(raw: Buffer): Promise<Omit<Mail, 'to'>> {
  const { from, subject = '', text = '', messageId = '' } = await PostalMime.parse(raw)
  return {
    from: from?.address ?? '',
    subject,
    text: text.trimEnd(),
    code: codeIn(text) ?? codeIn(subject),
    received_at: new Date().toISOString(),
    message_id: messageId,
  }
}

/** Six digits that stand alone: no part of a longer number, an amount, an id or a fraction. */
function codeIn(text: string): string | null {
  return /(?<![\w¥#/=.,-])\d{6}(?![\w/-]|[.,]\d)/.exec(text)?.[0] ?? null
}
