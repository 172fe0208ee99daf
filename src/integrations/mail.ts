import { createTransport } from 'nodemailer'

export interface MailConfig {
  host: string
  port: number
  secure: boolean // TLS from the first byte; without it STARTTLS is used where it is offered
  user?: string
  password?: string
  from: string // `Renban <post@example.jp>`
}
export interface Letter {
  to: string
  subject: string
  text: string
  lang?: string
  messageId: string
}
export type Mail = ReturnType<typeof openMail>

const PATIENCE = 20_000 // ms, for each step of a conversation
const ADDRESS = /^[^\s,;:<>()[\]\\"@]+@[^\s,;:<>()[\]\\"@]+$/
const ID = /^[\w.+-]{1,200}$/

/**
 * A mail server. `send` ends when the server has taken the mail, and throws when it has not, or
 * when an address, subject or id could smuggle in another header or another recipient.
 * `messageId` names the mail, not the attempt: an attempt repeated under it is recognised as the
 * same mail.
 */
export function openMail({ host, port, secure, user, password, from }: MailConfig) {
  const domain = /@([\w.-]+)>?$/.exec(from)?.[1]
  if (!domain || hasControls(from)) throw new Error('the sender is no address')
  const transport = createTransport({
    pool: true,
    host,
    port,
    secure,
    ...(user && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, lang, messageId }: Letter): Promise<void> {
      if (!ADDRESS.test(to) || hasControls(to)) throw new Error('the recipient is not one address')
      if (hasControls(subject)) throw new Error('the subject is not one line')
      if (!ID.test(messageId))
        throw new Error('the message id has other signs than A-Z 0-9 . + - _')
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        messageId: `<${messageId}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated', // RFC 3834: nobody's holiday notice answers it
          ...(lang && { 'Content-Language': lang }),
        },
      })
    },
    close: () => transport.close(),
  }
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text)
}
