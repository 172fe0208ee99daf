import { createTransport } from 'nodemailer'

export interface MailConfig {
  host: string
  port: number
  secure: boolean // TLS from the first byte; otherwise STARTTLS if the server offers it
  user?: string
  password?: string
  from: string // `Renban <post@example.jp>`
}
export interface OutgoingMail {
  to: string
  subject: string
  text: string
  html?: string
  lang?: string
  messageId: string
  /** The address at which the recipient unsubscribes, by a visit or by the mail program's POST (RFC 8058). */
  unsubscribe?: string
}
export type Mail = ReturnType<typeof openMail>

const TIMEOUT_MS = 20_000 // for each step of the SMTP dialogue
const ADDRESS = /^[^\s,;:<>()[\]\\"@]+@[^\s,;:<>()[\]\\"@]+$/
const ID = /^[\w.+-]{1,200}$/

/**
 * Opens a client of the mail server. `send` resolves once the server has accepted the mail. It throws
 * if the server does not, or if an address, subject or id could inject a header or a recipient.
 * `messageId` identifies the mail, not the attempt, so that repeated attempts are recognised.
 */
export function openMail({ host, port, secure, user, password, from }: MailConfig) {
  const domain = /@([\w.-]+)>?$/.exec(from)?.[1]
  if (!domain || hasControls(from)) throw new Error('the sender is not an address')
  const transport = createTransport({
    pool: true,
    host,
    port,
    secure,
    ...(user && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({
      to,
      subject,
      text,
      html,
      lang,
      messageId,
      unsubscribe,
    }: OutgoingMail): Promise<void> {
      if (!ADDRESS.test(to) || hasControls(to)) throw new Error('the recipient is not one address')
      if (hasControls(subject)) throw new Error('the subject is not one line')
      if (!ID.test(messageId))
        throw new Error('the message id has characters other than A-Z a-z 0-9 . + - _')
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${messageId}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated', // RFC 3834: keeps auto-responders from replying
          ...(lang && { 'Content-Language': lang }),
          ...(unsubscribe && {
            'List-Unsubscribe': `<${unsubscribe}>`, // RFC 2369
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click', // RFC 8058
          }),
        },
      })
    },
    /** Connects and signs in without sending anything. Throws what the mail server answers. */
    async verify(): Promise<void> {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text)
}
