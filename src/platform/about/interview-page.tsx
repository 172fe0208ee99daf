import { useLingui } from '@lingui/react/macro'
import { Prose } from '#src/platform/layout/prose.tsx'

export default function InterviewPage() {
  const { t } = useLingui()
  return (
    <Prose
      title={t`Interviews`}
      lead={t`We ask people who make things and people who keep them. The first answers are our own.`}
      sections={[
        [
          t`Why would anybody want No. 7?`,
          t`Because it is a birthday, a platform, the number on a school shirt. A number costs nothing to print and means something only to the one who picks it. That is what makes a copy yours.`,
        ],
        [
          t`Is a smaller edition better?`,
          t`Ten copies make a secret, a hundred a small audience, a thousand a public. None is better. What matters is that the creator says it before the first one is sold.`,
        ],
        [
          t`What happens when a copy is sold on?`,
          t`The creator gets a share, every time. It is a rule written into the sale, not a favour to ask for. A film that is loved for twenty years keeps paying the one who made it.`,
        ],
        [
          t`And if I only want to watch?`,
          t`Then rent one. Its holder earns a little, you pay a little, and the number goes home when the days are over.`,
        ],
        [
          t`Whom should we ask next?`,
          t`If you make or keep something with a number on it and would like to talk about it, write to us.`,
        ],
      ]}
    />
  )
}
