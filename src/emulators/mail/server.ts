import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { openJournal } from '#src/emulators/journal.ts'
import { sendJson } from '#src/emulators/page.ts'
import { sendHtmlPart, sendInbox } from './inbox-page.ts'

/** A mail in the inbox of one recipient. */
export interface Mail {
  to: string
  from: string
  subject: string
  text: string
  html: string | null
  code: string | null
  received_at: string
  message_id: string
  /** The address for the mail program's own button (RFC 8058). */
  unsubscribe: string | null
}

/** A mail as it came, for one recipient. */
export interface Received {
  to: string
  received_at: string
  /** The whole message (RFC 5322), one character for each byte. */
  source: string
}

const MAILS_MAX = 1_000
const SIZE_MAX = 1_000_000 // bytes
const MAIL_FILE = 'received.jsonl'
const PATHS = new Set(['/dev/inbox', '/dev/inbox.json', '/dev/inbox.html'])

/**
 * Emulates a mail server with inboxes. SMTP on 127.0.0.1 accepts any mail; `handle` serves the inbox
 * page, its JSON and the HTML part of a mail inside another server. The last 1,000 mails survive a
 * restart. A mail is on disk before its sender gets a confirmation.
 */
export async function openMailEmulator({ dir, port = 0 }: { dir: string; port?: number }) {
  const journal = openJournal(join(dir, MAIL_FILE))
  let inbox = (journal.entries as Received[]).slice(-MAILS_MAX) // oldest first
  journal.rewrite(inbox)

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
    const source = (await buffer(stream)).toString('latin1')
    for (const to of recipients) {
      const received = { to, received_at: new Date().toISOString(), source }
      journal.append(received)
      inbox.push(received)
    }
    if (inbox.length < 2 * MAILS_MAX) return
    inbox = inbox.slice(-MAILS_MAX)
    journal.rewrite(inbox)
  }

  async function answer(res: ServerResponse, pathname: string, asked: URLSearchParams) {
    const to = (asked.get('to') ?? '').trim()
    const found = inbox.slice(-MAILS_MAX).filter((mail) => !to || isSame(mail.to, to))
    const mails = (await Promise.all(found.map(readReceived))).toReversed()
    if (pathname === '/dev/inbox') sendInbox(res, mails, to)
    else if (pathname === '/dev/inbox.json') sendJson(res, 200, mails)
    else sendHtmlPart(res, mails.find(({ message_id }) => message_id === asked.get('id'))?.html)
  }

  server.on('error', (error) => console.error(error.message)) // also if the port is in use; `once` then rejects
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')

  return {
    port: (listening.address() as AddressInfo).port,
    handle(req: IncomingMessage, res: ServerResponse): boolean {
      const { pathname, searchParams } = new URL(req.url ?? '/', 'http://mail')
      if (!PATHS.has(pathname)) return false
      answer(res, pathname, searchParams).catch((error) => res.destroy(error))
      return true
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          journal.close()
          resolve()
        })
      }),
  }
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const readMails = new WeakMap<Received, Promise<Mail>>()

/** Reads a mail once. Most are never looked at, and reading takes longer than receiving. */
function readReceived(received: Received): Promise<Mail> {
  const known = readMails.get(received) ?? readMail(received)
  readMails.set(received, known)
  return known
}

/** Reads a mail as it came by SMTP. */
export async function readMail({ to, received_at, source }: Received): Promise<Mail> {
  const raw = Buffer.from(source, 'latin1')
  const { from, subject = '', text = '', html = null, ...rest } = await parse(raw)
  const { messageId = '', headers } = rest
  const valueOf = (name: string) => headers.find(({ key }) => key === name)?.value
  const isOneClick = valueOf('list-unsubscribe-post') === 'List-Unsubscribe=One-Click'
  return {
    to,
    from: from?.address ?? '',
    subject,
    text: text.trimEnd(),
    html,
    code: codeIn(text) ?? codeIn(subject),
    received_at,
    message_id: messageId,
    unsubscribe: (isOneClick && /^<(.+)>$/.exec(valueOf('list-unsubscribe') ?? '')?.[1]) || null,
  }
}

const parse = (raw: Buffer) =>
  PostalMime.parse(raw).catch((error) => PostalMime.parse(`Subject: Unreadable\n\n${error}`))

/** Finds six digits on their own: not part of a longer number, an amount, an id or a fraction. */
function codeIn(text: string): string | null {
  return /(?<![\w¥#/=.,-])\d{6}(?![\w/-]|[.,]\d)/.exec(text)?.[0] ?? null
}
