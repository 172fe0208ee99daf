import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useWithholdingWords } from '#src/admin/payouts/withholding-words.tsx'
import { useHistoryWords } from '#src/admin/moderation/case-words.tsx'
import { useVerificationWords } from '#src/admin/verifications/verification-words.tsx'
import { useRecoveryWords } from '#src/admin/users/recovery-words.tsx'
import { useRoleWords } from '#src/admin/users/role-words.tsx'
import { useStatusLabels } from '#src/finance/payout/payout-state.tsx'
import { Arrow } from '#src/ui/arrow.tsx'
import { Money } from '#src/ui/money.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { AuditAction, AuditEntry } from './audit.shared.ts'

/** The names of the formats of files, which are the same in every language. */
const FORMATS: Partial<Record<string, string>> = { csv: 'CSV', zengin: 'Zengin' }

/** Returns the names of the actions. */
export function useActionWords(): Record<AuditAction, string> {
  const { t } = useLingui()
  return {
    role: t`Role`,
    settings: t`Platform settings`,
    payouts: t`Status of payouts`,
    payout_file: t`File of payouts`,
    withholding: t`Tax on payouts`,
    suspension: t`Suspension`,
    deletion: t`Deleted accounts`,
    moderation: t`Reports`,
    verification: t`Verified brands`,
    campaign: t`Campaigns`,
    recovery: t`Lost access`,
    point_coupons: t`Coupons for points`,
  }
}

/** Shows what an entry records, in words. */
export function AuditFacts({ entry: { action, facts } }: { entry: AuditEntry }) {
  const roles: Partial<Record<string, string>> = useRoleWords()
  const statuses: Partial<Record<string, string>> = useStatusLabels()
  const kinds: Partial<Record<string, string>> = useWithholdingWords()
  const decided: Partial<Record<string, string>> = useHistoryWords()
  const recoveries: Partial<Record<string, string>> = useRecoveryWords()
  const badges: Partial<Record<string, string>> = useVerificationWords()
  const text = (name: string) => facts[name] as string
  const picture = usePictureWords()[text('picture_change')]
  switch (action) {
    case 'role':
      return <Change from={roles[text('from_role')]} to={roles[text('to_role')]} />
    case 'settings':
      return <Trans>Version {text('version')}</Trans>
    case 'payouts':
      return (
        <>
          <Plural value={(facts.ids as string[]).length} one="# payout" other="# payouts" />{' '}
          <Arrow /> {statuses[text('ending')]}
        </>
      )
    case 'payout_file':
      return (
        <>
          {text('month')} · {FORMATS[text('format')]} ·{' '}
          <Plural value={Number(facts.count)} one="# payout" other="# payouts" />
          {' · '}
          <Money yen={Number(facts.sum)} />
        </>
      )
    case 'moderation':
      return decided[text('decision')]
    case 'verification':
      return badges[text('decision')]
    case 'campaign':
      return (
        <>
          <bdi dir="ltr">{`/${text('slug')}`}</bdi>
          {' · '}
          {facts.is_published === true ? <Trans>Published</Trans> : <Trans>Not published</Trans>}
          {picture && ` · ${picture}`}
        </>
      )
    case 'recovery':
      return recoveries[text('action')]
    case 'point_coupons':
      return (
        <>
          <bdi>{text('name')}</bdi>
          {' · '}
          {text('action') === 'issue' ? (
            <Trans context="coupon">Issued</Trans>
          ) : (
            <Trans context="coupon">Cancelled</Trans>
          )}
          {' · '}
          <Plural value={Number(facts.coupons)} one="# coupon" other="# coupons" />
          {' · '}
          <Trans>{formatYen(Number(facts.points))} in points per code</Trans>
        </>
      )
    case 'suspension':
      return facts.suspended === true ? (
        <Trans>Account suspended</Trans>
      ) : (
        <Trans>Suspension lifted</Trans>
      )
    case 'deletion':
      return <Trans>Account deleted by the person</Trans>
    default: // withholding
      return <Change from={kinds[text('from_withholding')]} to={kinds[text('to_withholding')]} />
  }
}

function Change({ from, to }: { from: string | undefined; to: string | undefined }) {
  return (
    <>
      {from} <Arrow /> {to}
    </>
  )
}

/** Returns the names of what became of a campaign's picture. */
function usePictureWords(): Partial<Record<string, string>> {
  const { t } = useLingui()
  return {
    added: t`Picture added`,
    replaced: t`Picture replaced`,
    removed: t`Picture removed`,
  }
}
