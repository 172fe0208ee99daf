import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Money } from '#src/ui/money.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { BulkBar, type Column, Table } from '#src/ui/table.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { type Filter, queryOf } from './payouts-filters.tsx'
import { type AnyPayout, listPayouts } from '#src/finance/payout/payout.shared.ts'
import { PayoutTag, sumOf } from '#src/finance/payout/payout-state.tsx'

const UpdateDialog = lazyDialog(() => import('./update-dialog.tsx'), 'UpdateDialog')

const PayeeDialog = lazyDialog(() => import('./payee-dialog.tsx'), 'PayeeDialog')

const PER_CALL = 100

/** The payouts as rows. Open ones can be selected and ended together. */
export function PayoutsTable(props: { rows: readonly AnyPayout[]; total: number; filter: Filter }) {
  const { rows, total, filter } = props
  const { t } = useLingui()
  const [payee, setPayee] = useState<AnyPayout>()
  const columns = useColumns(setPayee)
  const [picked, setPicked] = useState<ReadonlyMap<string, AnyPayout>>(new Map())
  const [updating, setUpdating] = useState<readonly AnyPayout[]>()
  const all = useMutation({ mutationFn: () => fetchAll(filter), onSuccess: setPicked })
  const isWholeOpen = filter.status === 'reserved' || filter.status === 'checking'
  const fresh = new Map(rows.map((row) => [row.id, row]))
  const latest = ({ id }: AnyPayout) => fresh.get(id) ?? picked.get(id)!
  const chosen = [...picked.values()].map(latest).filter(isOpen)
  const selected = new Set(chosen.map(({ id }) => id))

  function select(ids: ReadonlySet<string>) {
    setPicked(new Map([...ids].map((id) => [id, (fresh.get(id) ?? picked.get(id))!])))
  }

  return (
    <>
      {rows.length === 0 && (
        <EmptyState title={<Trans>No payouts found</Trans>}>
          <Trans>Try another status, month or search.</Trans>
        </EmptyState>
      )}
      <div className="panel" hidden={rows.length === 0}>
        <Table<AnyPayout>
          caption={t`Payouts`}
          rows={rows}
          columns={columns}
          keyOf={({ id }) => id}
          selection={{
            selected,
            onSelect: select,
            labelOf: ({ user, amount }) => `${user} ${formatYen(amount)}`,
            whyNot: (payout) => (isOpen(payout) ? undefined : t`already ended`),
          }}
        />
        {chosen.length > 0 && (
          <BulkBar
            title={
              <Trans context="payouts">
                <Plural value={chosen.length} one="# payout selected" other="# payouts selected" />
              </Trans>
            }
            detail={<span className="amount">{formatYen(sumOf(chosen))}</span>}
            onClear={() => setPicked(new Map())}
          >
            {isWholeOpen && total > rows.length && (
              <Button small busy={all.isPending} onClick={() => all.mutate()}>
                <Trans>Select all {total}</Trans>
              </Button>
            )}
            <Button small onClick={() => setUpdating(chosen)}>
              <Trans>Change the status of {chosen.length}</Trans>
            </Button>
          </BulkBar>
        )}
      </div>
      <RefusalMessage error={all.error} />
      {payee && <PayeeDialog payout={payee} onClose={() => setPayee(undefined)} />}
      {updating && (
        <UpdateDialog
          payouts={updating}
          onClose={() => setUpdating(undefined)}
          onDone={() => {
            setUpdating(undefined)
            setPicked(new Map())
          }}
        />
      )}
    </>
  )
}

/** Matches payouts that are reserved or wait for the bank's answer: both can be ended by hand. */
const isOpen = ({ status }: AnyPayout) => status === 'reserved' || status === 'checking'

/** Fetches all payouts that match the filter, including other pages, by id. */
async function fetchAll(filter: Filter): Promise<Map<string, AnyPayout>> {
  const found = new Map<string, AnyPayout>()
  const query = { ...queryOf(filter), limit: PER_CALL }
  for (let offset = 0; ; offset += PER_CALL) {
    const { items, total } = await send(listPayouts, { ...query, offset })
    for (const payout of items) if ('account_id' in payout) found.set(payout.id, payout)
    if (offset + PER_CALL >= total) return found
  }
}

/** The requested amount and, if tax is withheld, the tax and the amount sent to the bank. */
function Amount({ amount, withheld, sent }: AnyPayout) {
  return (
    <span className="grid justify-items-end">
      <Money yen={amount} />
      {withheld > 0 && (
        <span className="text-hint text-ink-2">
          <Trans>
            {formatYen(withheld)} tax, {formatYen(sent)} to the bank
          </Trans>
        </span>
      )}
    </span>
  )
}

function useColumns(onPayee: (payout: AnyPayout) => void): Column<AnyPayout>[] {
  const { t } = useLingui()
  return [
    {
      key: 'person',
      label: t`Person`,
      lead: true,
      cell: (payout) => (
        <span className="grid min-w-0 justify-items-start text-start">
          <span className="font-semibold wrap-anywhere">{payout.user}</span>
          <span className="text-hint font-normal text-ink-2 wrap-anywhere">{payout.email}</span>
          <button
            type="button"
            className="min-h-11 text-hint font-normal underline sm:min-h-6"
            onClick={() => onPayee(payout)}
          >
            <Trans>Withholding tax</Trans>
          </button>
        </span>
      ),
    },
    {
      key: 'requested',
      label: t({ message: 'Requested', context: 'on a day' }),
      cell: ({ created_at }) => <DateTime at={created_at} />,
    },
    {
      key: 'bank',
      label: t`Bank`,
      cell: ({ bank }) => (
        <span className="grid" lang="ja">
          <span>
            {bank.bank_name} {bank.branch_name}
          </span>
          <span className="text-hint text-ink-2">
            <span className="amount">{bank.account_number}</span> {bank.holder}
          </span>
        </span>
      ),
    },
    { key: 'amount', label: t`Amount`, end: true, cell: (payout) => <Amount {...payout} /> },
    { key: 'fee', label: t`Fee`, end: true, cell: ({ fee }) => <Money yen={fee} /> },
    {
      key: 'state',
      label: t`Status`,
      cell: ({ status, error_messages }) => (
        <span className="grid justify-items-start gap-1 max-sm:justify-items-end">
          <PayoutTag status={status} />
          <span className="text-hint text-ink-2 empty:hidden">{error_messages.join(' ')}</span>
        </span>
      ),
    },
  ]
}
