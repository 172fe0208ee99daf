import { defineMail } from '#src/platform/mail/send.ts'
import { codeMail } from './account/code-mail.shared.ts'
import { readEmailChanged } from './account/account.ts'
import { codeLinkMail } from './account/code-link-mail.shared.ts'
import { readCode, readCodeLink, readGuessing } from './account/code.ts'
import { emailChangedMail } from './account/email-changed-mail.shared.ts'
import { guessingMail } from './account/guessing-mail.shared.ts'
import { readSignIn } from './known-browser/known-browser.ts'
import { passkeyMail } from './account/passkey-mail.shared.ts'
import { readPasskey } from './account/passkey.ts'
import { signInMail } from './known-browser/sign-in-mail.shared.ts'
import { walletMail } from './account/wallet-mail.shared.ts'
import { readWallet } from './account/linked-wallet.ts'
import { apiKeyMail } from './api-key/api-key-mail.shared.ts'
import { readApiKey } from './api-key/api-key-mail.ts'
import { recoveryMail } from './recovery/recovery-mail.shared.ts'
import { readRecovery } from './recovery/recovery-mail.ts'
import { suspensionMail } from './suspension/suspension-mail.shared.ts'
import { readSuspension } from './suspension/suspension-mail.ts'

export const accountsMails = [
  defineMail(codeMail, readCode),
  defineMail(codeLinkMail, readCodeLink),
  defineMail(emailChangedMail, readEmailChanged),
  defineMail(guessingMail, readGuessing),
  defineMail(signInMail, readSignIn),
  defineMail(passkeyMail, readPasskey),
  defineMail(walletMail, readWallet),
  defineMail(apiKeyMail, readApiKey),
  defineMail(suspensionMail, readSuspension),
  defineMail(recoveryMail, readRecovery),
]
