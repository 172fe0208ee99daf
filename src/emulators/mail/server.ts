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

const MAILS_MAX = 1_000
const SIZE_MAX = 1_000_000 // bytes
const PATHS = new Set(['/dev/inbox', '/dev/inbox.json', '/dev/inbox.html'])

/**
 * Emulates a mail server with inboxes. SMTP on 127.0.0.1 accepts any mail; `handle` serves the inbox
 * page, its JSON and the HTML part of a mail inside another server. The last 1,000 mails survive a
 * restart. A mail is on disk before its sender gets a confirmation.
 */
export async function openMailEmulator({ dir, port = 0 }: { dir: string; port?: number }) {
  const journal = openJournal(join(dir, 'mail.jsonl'))
  let inbox = (journal.entries as Mail[]).slice(-MAILS_MAX) // oldest first
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
    const mail = await readMail(await buffer(stream))
    for (const to of recipients) {
      const received = { ...mail, to }
      journal.append(received)
      inbox.push(received)
    }
    if (inbox.length < 2 * MAILS_MAX) return
    inbox = inbox.slice(-MAILS_MAX)
    journal.rewrite(inbox)
  }

  server.on('error', (error) => console.error(error.message)) // also if the port is in use; `once` then rejects
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')

  return {
    port: (listening.address() as AddressInfo).port,
    handle(req: IncomingMessage, res: ServerResponse): boolean {
      const { pathname, searchParams } = new URL(req.url ?? '/', 'http://mail')
      if (!PATHS.has(pathname)) return false
      const id = searchParams.get('id')
      if (pathname === '/dev/inbox.html') {
        sendHtmlPart(res, inbox.findLast(({ message_id }) => message_id === id)?.html)
        return true
      }
      const to = (searchParams.get('to') ?? '').trim()
      const found = inbox
        .slice(-MAILS_MAX)
        .filter((mail) => !to || isSame(mail.to, to))
        .toReversed()
      if (pathname === '/dev/inbox') sendInbox(res, found, to)
      else sendJson(res, 200, found)
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

/** Reads a mail as it came by SMTP. */
export async function readMail(raw: Buffer): Promise<Omit<Mail, 'to'>> {
  const { from, subject = '', text = '', html = null, ...rest } = await PostalMime.parse(raw)
  const { messageId = '', headers } = rest
  const valueOf = (name: string) => headers.find(({ key }) => key === name)?.value
  const isOneClick = valueOf('list-unsubscribe-post') === 'List-Unsubscribe=One-Click'
  return {
    from: from?.address ?? '',
    subject,
    text: text.trimEnd(),
    html,
    code: codeIn(text) ?? codeIn(subject),
    received_at: new Date().toISOString(),
    message_id: messageId,
    unsubscribe: (isOneClick && /^<(.+)>$/.exec(valueOf('list-unsubscribe') ?? '')?.[1]) || null,
  }
}

/** Finds six digits on their own: not part of a longer number, an amount, an id or a fraction. */
function codeIn(text: string): string | null {
  return /(?<![\w¥#/=.,-])\d{6}(?![\w/-]|[.,]\d)/.exec(text)?.[0] ?? null
}
