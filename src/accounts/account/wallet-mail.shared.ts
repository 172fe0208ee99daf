import { mailKind } from '#src/platform/mail/mail.shared.ts'

interface Facts {
  address: string
  change: 'linked' | 'unlinked' | 'moved' | 'moved_back'
  /** Copies that were moved. */
  copies?: number
}
interface About extends Facts {
  account_id: string
  /** The address at the time of the change, so a thief cannot redirect the mail. */
  email: string
  wallet_id: string
  /** Set for copies that were moved. */
  move_id?: string
}

/** The mail about an external wallet that was linked or unlinked, or about copies moved. */
export const walletMail = mailKind<About, Facts>(
  'wallet',
  {
    linked: { address: '0x1654653399040a61', change: 'linked' },
    unlinked: { address: '0x1654653399040a61', change: 'unlinked' },
    'one copy moved': { address: '0x1654653399040a61', change: 'moved', copies: 1 },
    'copies moved back': { address: '0x1654653399040a61', change: 'moved_back', copies: 12 },
  },
  'security',
)
