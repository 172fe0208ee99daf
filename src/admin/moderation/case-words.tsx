import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { DAY_MS } from '#core/durations.shared.ts'
import type { CaseStatus } from '#src/catalog/moderation/case.shared.ts'
import type { ReportedThing } from '#src/catalog/moderation/report.shared.ts'
import { StateTag, type Tone } from '#src/ui/state-tag.tsx'
import type { CaseDetail, ModerationCase } from './moderation.shared.ts'

const tones: Record<CaseStatus, Tone> = {
  open: 'warn',
  dismissed: 'mute',
  hidden: 'bad',
  appealed: 'warn',
  restored: 'ok',
}

/** Shows the state of a case. */
export function CaseState({ status }: { status: CaseStatus }) {
  const { t } = useLingui()
  const words: Record<CaseStatus, string> = {
    open: t({ message: 'Open', context: 'case' }),
    dismissed: t({ message: 'Dismissed', context: 'case' }),
    hidden: t({ message: 'Hidden', context: 'case' }),
    appealed: t({ message: 'Appealed', context: 'case' }),
    restored: t({ message: 'Shown again', context: 'case' }),
  }
  return <StateTag tone={tones[status]}>{words[status]}</StateTag>
}

/** Says for how long a case is open, and if a decision is overdue. */
export function CaseClock({ of, now }: { of: ModerationCase; now: string }) {
  const days = Math.floor((Date.parse(now) - Date.parse(of.opened_at)) / DAY_MS)
  const isLate = of.due_at < now
  return (
    <span className={isLate ? 'text-bad' : ''}>
      {days > 0 ? (
        <Plural value={days} one="Open for # day" other="Open for # days" />
      ) : (
        <Trans>Open since today</Trans>
      )}
      {isLate && (
        <>
          {' · '}
          <Trans>overdue</Trans>
        </>
      )}
    </span>
  )
}

/** Returns the words of what happened in a case. */
export function useHistoryWords(): Record<CaseDetail['history'][number]['kind'], string> {
  const { t } = useLingui()
  return {
    dismiss: t({ message: 'Dismissed', context: 'case' }),
    hide: t({ message: 'Hidden', context: 'case' }),
    uphold: t({ message: 'Stays hidden', context: 'case' }),
    restore: t({ message: 'Shown again', context: 'case' }),
    appeal: t({ message: 'Appeal', context: 'case' }),
    note: t({ message: 'Note', context: 'case' }),
  }
}

/** Names what kind of thing was reported. */
export function KindOfThing({ of }: { of: ReportedThing }) {
  const { t } = useLingui()
  const words: Record<ReportedThing, string> = {
    title: t({ message: 'Title', context: 'report' }),
    brand: t`Brand`,
    person: t({ message: 'Person', context: 'report' }),
    trade_offer: t`Message of a trade offer`,
    gift: t`Message of a gift`,
    loan: t`Message of a loan`,
    screening_message: t`Message in a screening`,
  }
  return words[of]
}
