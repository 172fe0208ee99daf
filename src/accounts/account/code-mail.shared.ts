import { awaitedMailKind } from '#src/platform/mail/mail.shared.ts'
import type { CodePurpose } from './account.shared.ts'

interface About {
  email: string
  lang: string
  seed: string
  purpose: CodePurpose
}
interface Facts {
  purpose: CodePurpose
  code: string
  minutes: number
}

/**
 * The mail with a code. Jobs are stored in plain text, so a job holds a seed from which SECRET
 * derives the code.
 */
export const codeMail = awaitedMailKind<About, Facts>('code', {
  'sign in': { purpose: 'sign_in', code: '306914', minutes: 10 },
  'bank account': { purpose: 'bank', code: '306914', minutes: 10 },
  'e-mail address': { purpose: 'email', code: '306914', minutes: 10 },
  passkeys: { purpose: 'passkey', code: '306914', minutes: 10 },
  wallets: { purpose: 'wallet', code: '306914', minutes: 10 },
  gift: { purpose: 'gift', code: '306914', minutes: 10 },
  'API key': { purpose: 'api_key', code: '306914', minutes: 10 },
  deletion: { purpose: 'deletion', code: '306914', minutes: 10 },
})
