import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface About {
  /** The id of the export. */
  id: string
}
interface Facts {
  /** Days that it can be downloaded. */
  days: number
}

/** The mail about an export that is ready. The file itself is never mailed. */
export const exportMail = mailKind<About, Facts>('export', { ready: { days: 7 } }, 'security')
