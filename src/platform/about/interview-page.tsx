import { useLingui } from '@lingui/react/macro'
import { Prose } from '#src/platform/layout/prose.tsx'

export default function InterviewPage() {
  const { t } = useLingui()
  return (
    <Prose
      title={t`Interviews`}
      lead={t`Conversations with people who create and people who collect. We start with our own answers.`}
      sections={[
        [
          t`Why would anyone want No. 7?`,
          t`It may be a birthday, a train platform or the number on a school shirt. A number costs nothing to print, but it means something to the person who picks it. That makes the copy theirs.`,
        ],
        [
          t`Is a smaller edition better?`,
          t`Not necessarily. Ten copies suit close friends, a hundred a small audience, a thousand a wider public. What matters is that the creator states the number before the first copy is sold.`,
        ],
        [
          t`What happens when a copy is resold?`,
          t`Where the creator allows resale, the royalty set for the title is paid every time. A film that people still love in twenty years still pays the person who made it.`,
        ],
        [
          t`What if I only want to watch?`,
          t`Rent a copy, if the title offers rentals. You pay a little, the owner earns a little, and the copy returns to its owner when the rental ends.`,
        ],
        [
          t`Who should we talk to next?`,
          t`If you create or collect numbered copies and would like to talk about it, contact us.`,
        ],
      ]}
    />
  )
}
