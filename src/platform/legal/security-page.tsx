import { useLingui } from '@lingui/react/macro'
import { Prose } from '#src/platform/layout/prose.tsx'

export default function SecurityPage() {
  const { t } = useLingui()
  return (
    <Prose
      title={t`Security policy`}
      lead={t`How we look after your copies, your money and your account.`}
      sections={[
        [
          t`Signing in`,
          t`There is no password that could be stolen. Each sign-in needs a code that works once, for ten minutes, and only in the browser that asked for it. In your account settings you see where you are signed in and can end it.`,
        ],
        [
          t`Money`,
          t`Card numbers are entered on the card company’s own page and every card payment asks for 3-D Secure. Each yen that moves is written twice, as in double-entry books, and the two sides have to agree.`,
        ],
        [
          t`Copies`,
          t`Every change of hands is written into a register that can be added to but not changed, each entry chained to the one before.`,
          t`Films and music are encrypted and play only for who holds or rents a copy.`,
        ],
        [
          t`Have you found a weakness?`,
          t`Write to us before you tell others, with what we need to see it ourselves. We answer within three working days, do not take legal steps against anybody who looked in good faith, and name you if you like.`,
        ],
      ]}
    />
  )
}
