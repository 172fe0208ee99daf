import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#src/ui/button.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { csvAddress, deskAddress, sheetAddress } from './batch-address.shared.ts'
import type { Batch } from './coupon.shared.ts'

const RevokeDialog = lazyDialog(() => import('./revoke-dialog.tsx'), 'RevokeDialog')

/** Shows batches as rows: gift, codes by status, files to download, and a button to revoke. */
export function BatchesTable({ batches, now }: { batches: readonly Batch[]; now: string }) {
  const { t } = useLingui()
  const [ending, setEnding] = useState<Batch>()
  const columns = useColumns(now, setEnding)
  return (
    <div className="panel">
      <Table<Batch>
        caption={t`Coupon batches`}
        rows={batches}
        columns={columns}
        keyOf={({ id }) => id}
      />
      {ending && <RevokeDialog batch={ending} onClose={() => setEnding(undefined)} />}
    </div>
  )
}

function useColumns(now: string, onEnd: (batch: Batch) => void): Column<Batch>[] {
  const { t } = useLingui()
  return [
    {
      key: 'name',
      label: t`Batch`,
      lead: true,
      cell: (batch) => (
        <span className="grid min-w-0 text-start">
          <span className="font-semibold wrap-anywhere">
            <bdi>{batch.name}</bdi>
          </span>
          <span className="text-hint font-normal text-ink-2 wrap-anywhere">
            <Gives batch={batch} />
          </span>
        </span>
      ),
    },
    { key: 'codes', label: t`Codes`, cell: (batch) => <States batch={batch} /> },
    {
      key: 'until',
      label: t`Valid until`,
      cell: ({ expires_at }) => <DateTime at={expires_at} />,
    },
    {
      key: 'files',
      label: t`Files`,
      end: true,
      cell: (batch) => (
        <span className="flex flex-wrap items-center justify-end gap-x-4">
          <Link to={sheetAddress(batch.id)} className="inline-flex min-h-11 items-center">
            <Trans>Printable sheet</Trans>
          </Link>
          {batch.festival && (
            <Link to={deskAddress(batch.id)} className="inline-flex min-h-11 items-center">
              <Trans>Desk</Trans>
            </Link>
          )}
          <a href={csvAddress(batch.id)} download className="inline-flex min-h-11 items-center">
            <Trans>CSV</Trans>
          </a>
          {batch.valid > 0 && batch.expires_at > now && (
            <Button small onClick={() => onEnd(batch)}>
              <Trans>Cancel {batch.valid} unused</Trans>
            </Button>
          )}
        </span>
      ),
    },
  ]
}

function Gives({ batch }: { batch: Batch }) {
  const { points, drawn, title } = batch
  if (points !== null) return <Trans>{formatYen(points)} in points per code</Trans>
  if (drawn) return <Trans>Random numbers of {title}</Trans>
  return <Trans>Numbers of {title}</Trans>
}

/** Shows the counts that are not zero: "12 valid, 3 used". */
function States({ batch }: { batch: Batch }) {
  const { count, valid, occupied, used, expired } = batch
  return (
    <span className="grid gap-0.5 max-sm:justify-items-end">
      <span>
        <Plural value={count} one="# code" other="# codes" />
      </span>
      <span className="flex flex-wrap gap-x-3 text-hint text-ink-2">
        {valid > 0 && (
          <span>
            <Trans>{valid} valid</Trans>
          </span>
        )}
        {occupied > 0 && (
          <span>
            <Trans>{occupied} reserved</Trans>
          </span>
        )}
        {used > 0 && (
          <span>
            <Trans>{used} used</Trans>
          </span>
        )}
        {expired > 0 && (
          <span>
            <Trans>{expired} expired</Trans>
          </span>
        )}
      </span>
    </span>
  )
}
