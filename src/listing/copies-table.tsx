import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useCall } from '#core/ask.ts'
import type { ReplyOf } from '#core/endpoint.ts'
import { useReader } from '#src/account/reader.tsx'
import type { Asset } from '#src/asset/asset.shape.ts'
import {
  type BoardCopy,
  type BoardSerial,
  listSerials,
  type OwnSerial,
} from '#src/serial/serial.shape.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { BulkBar, Table } from '#src/ui/table.tsx'
import { isWithin, type Range } from './bulk.shape.ts'
import { Numbers } from './copies.tsx'
import { useColumns } from './copies-columns.tsx'
import { RangeField } from './range-field.tsx'

const ListDialog = lazy(() =>
  import('./list-dialog.tsx').then(({ ListDialog: dialog }) => ({ default: dialog })),
)
const DelistDialog = lazy(() =>
  import('./delist-dialog.tsx').then(({ DelistDialog: dialog }) => ({ default: dialog })),
)

interface Dialog {
  kind: 'list' | 'reprice' | 'delist'
  copies: BoardSerial[]
}

interface Props {
  asset: Asset
  copies: readonly BoardCopy[]
  /** Who holds some of them since when: of those in view at least. */
  holdings: readonly OwnSerial[]
  last: number
  /** Hears from which row on they are in view. */
  onView?: (start: number) => void
  /** Copies of several people are in it. */
  hasHolder?: boolean
}

/** Copies as rows, with what can be done with the chosen ones at its foot. */
export function CopiesTable({ asset, copies, holdings, last, onView, hasHolder }: Props) {
  const { t } = useLingui()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [dialog, setDialog] = useState<Dialog>()
  const find = useCall(listSerials)
  const mayList = useMayList(asset)
  const whyNot = useWhyNot(mayList)
  const columns = useColumns({ asset, holdings, last, hasHolder })
  const ready = useMemo(() => copies.filter((one) => canSelect(one, mayList)), [copies, mayList])
  const chosen = ready.filter((copy) => selected.has(keyOf(copy)))
  const [free, offered] = [chosen.filter(isFree), chosen.filter(isOffered)]
  function close() {
    setDialog(undefined)
    setSelected(new Set())
  }

  /** The table is made of few words on each copy; what is done with some takes their ids. */
  function open(kind: Dialog['kind'], of: readonly BoardCopy[]) {
    const numbers = new Set(of.map(({ number }) => number))
    const [from, to] = [of[0]!.number, of.at(-1)!.number]
    const onSuccess = ({ items }: ReplyOf<typeof listSerials>) =>
      setDialog({ kind, copies: items.filter(({ number }) => numbers.has(number)) })
    find.mutate({ id: asset.kid, from, to }, { onSuccess })
  }

  function selectRanges(ranges: readonly Range[]) {
    const can = ready.filter(({ number }) => isWithin(number, ranges))
    setSelected(new Set([...selected, ...can.map(keyOf)]))
    return can.length
  }

  if (copies.length === 0) return <EmptyState title={<Trans>No copy is in this state</Trans>} />
  return (
    <>
      {copies.length > 1 && (
        <RangeField
          first={asset.first_number}
          last={last}
          count={ready.length}
          onSelect={selectRanges}
        />
      )}
      <div className="panel">
        <Table<BoardCopy>
          caption={t`Copies`}
          rows={copies}
          columns={columns}
          keyOf={keyOf}
          {...(onView && { onView })}
          selection={{
            selected,
            onSelect: setSelected,
            labelOf: ({ number }) => t`No. ${number}`,
            whyNot,
          }}
        />
        {chosen.length > 0 && (
          <BulkBar
            title={<Plural value={chosen.length} one="# selected" other="# selected" />}
            detail={<Numbers copies={chosen} />}
          >
            {free.length > 0 && (
              <Button small busy={find.isPending} onClick={() => open('list', free)}>
                <Trans>Sell {free.length}</Trans>
              </Button>
            )}
            {offered.length > 0 && (
              <>
                <Button small busy={find.isPending} onClick={() => open('reprice', offered)}>
                  <Trans>New price for {offered.length}</Trans>
                </Button>
                <Button small busy={find.isPending} onClick={() => open('delist', offered)}>
                  <Trans>Stop selling {offered.length}</Trans>
                </Button>
              </>
            )}
            <IconButton
              icon="close"
              label={t`Select none`}
              onClick={() => setSelected(new Set())}
            />
          </BulkBar>
        )}
      </div>
      <Refused error={find.error} />
      <p className="mt-2 text-hint text-ink-2 max-sm:hidden">
        <Trans>
          Hold Shift to select all between two. The arrow keys move. A copy that cannot be selected
          says why.
        </Trans>
      </p>
      <Suspense>
        {dialog?.kind === 'delist' && <DelistDialog copies={dialog.copies} onClose={close} />}
        {dialog && dialog.kind !== 'delist' && (
          <ListDialog
            asset={asset}
            copies={dialog.copies}
            reprice={dialog.kind === 'reprice'}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

const keyOf = ({ number }: BoardCopy) => String(number)
const isFree = ({ status }: BoardCopy) => status === 'not_listed'
const isOffered = ({ status, sale_price }: BoardCopy) =>
  status === 'buyable' ||
  status === 'rentable' ||
  status === 'offered_in_trade' ||
  (status === 'preparing' && sale_price !== null)

const canSelect = (copy: BoardCopy, mayList: boolean) =>
  copy.mine && ((isFree(copy) && mayList) || isOffered(copy))

/** Others than its creator sell a title on where the creator lets them. */
function useMayList({ creator_account_id, asset_kid_setting }: Asset) {
  const isCreator = useReader()?.account_id === creator_account_id
  return isCreator || asset_kid_setting.secondary_sale_enabled
}

/** Why nothing can be done with a copy now; `undefined` where something can. */
function useWhyNot(mayList: boolean) {
  const { t } = useLingui()
  return (copy: BoardCopy): string | undefined => {
    if (canSelect(copy, mayList)) return undefined
    if (!copy.mine) return t`held by someone else`
    if (isFree(copy)) return t`the creator does not allow it to be sold on`
    if (copy.status === 'being_purchased') return t`somebody is paying for it`
    if (copy.status === 'downloaded') return t`it was downloaded`
    if (copy.status === 'being_rented') return t`it is rented out`
    return t`it is being prepared or reserved`
  }
}
