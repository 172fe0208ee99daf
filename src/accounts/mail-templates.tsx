import { codeLinkTemplate } from './account/code-link-mail.tsx'
import { codeTemplate } from './account/code-mail.tsx'
import { emailChangedTemplate } from './account/email-changed-mail.tsx'
import { guessingTemplate } from './account/guessing-mail.tsx'
import { passkeyTemplate } from './account/passkey-mail.tsx'
import { signInTemplate } from './known-browser/sign-in-mail.tsx'
import { walletTemplate } from './account/wallet-mail.tsx'
import { apiKeyTemplate } from './api-key/api-key-mail.tsx'
import { recoveryTemplate } from './recovery/recovery-mail.tsx'
import { suspensionTemplate } from './suspension/suspension-mail.tsx'

export const accountsTemplates = [
  codeTemplate,
  codeLinkTemplate,
  emailChangedTemplate,
  guessingTemplate,
  passkeyTemplate,
  signInTemplate,
  walletTemplate,
  apiKeyTemplate,
  suspensionTemplate,
  recoveryTemplate,
]
