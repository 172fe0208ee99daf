import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Prose } from '#src/platform/layout/prose.tsx'
import { useCodeMinutes } from '#src/platform/settings/use-code-minutes.tsx'

export default function SecurityPage() {
  const { t } = useLingui()
  const minutes = useCodeMinutes()
  return (
    <Prose
      title={t`Security policy`}
      lead={t`How we protect your copies, your money and your account.`}
      sections={[
        [
          t`Signing in`,
          t`There is no password to steal. You sign in with a code from an email or, if you added one, a passkey or a linked wallet. A code works once, for ${plural(minutes, { one: '# minute', other: '# minutes' })}, and only in the browser that requested it. In your account settings you see where you are signed in, and you can sign out there.`,
        ],
        [
          t`Money`,
          t`You enter card numbers on the card company’s own page, and every card payment asks for 3-D Secure. Every yen is recorded in double-entry books, and both sides must agree.`,
        ],
        [
          t({ message: 'Copies', context: 'security' }),
          t`Every change of owner is recorded in a register. Entries can be added but never changed, and each is linked to the one before.`,
          t`Films and music are encrypted and play only for people with a right to them, such as owners and renters.`,
        ],
        [
          t`Report a vulnerability`,
          t`Tell us before you tell others, and include what we need to reproduce it. We answer within three working days, take no legal action against research in good faith, and credit you if you like.`,
        ],
      ]}
    />
  )
}
