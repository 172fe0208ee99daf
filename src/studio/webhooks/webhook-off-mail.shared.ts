import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface About {
  /** The webhook, and when it was switched off. */
  id: string
  at: string
}
interface Facts {
  url: string
}

/** The mail to a creator whose webhook was switched off because it failed for days. */
export const webhookOffMail = mailKind<About, Facts>(
  'webhook_off',
  {
    'switched off': { url: 'https://shop.example/renban' },
  },
  'studio',
)
