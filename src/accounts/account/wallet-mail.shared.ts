import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface Facts {
  address: string
  change: 'linked' | 'unlinked'
}
interface About extends Facts {
  account_id: string
  /** The address at the time of the change, so a thief cannot redirect the mail. */
  email: string
  wallet_id: string
}

/** The mail about an external wallet that was linked or unlinked. */
export const walletMail = mailKind<About, Facts>('wallet', {
  linked: { address: '0x1654653399040a61', change: 'linked' },
  unlinked: { address: '0x1654653399040a61', change: 'unlinked' },
})
