import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Asset } from '#src/asset/asset.shape.ts'
import type { BoardSerial, OwnSerial, SerialStatus } from '#src/serial/serial.shape.ts'
import { SerialState } from '#src/serial/serial-state.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Money } from '#src/ui/money.tsx'
import { isSpecial } from '#src/ui/numbering.ts'
import { Figures } from '#src/ui/serial.tsx'
import { BulkBar, type Column, Table } from '#src/ui/table.tsx'
import { When } from '#src/ui/when.tsx'
import { isWithin, type Range } from './bulk.shape.ts'
import { Numbers } from './copies.tsx'
import { RangeField } from './range-field.tsx'

const ListDialog = lazy(() =>
  import('./list-dialog.tsx').then(({ ListDialog: dialog }) => ({ default: dialog })),
)
const DelistDialog = lazy(() =>
  import('./delist-dialog.tsx').then(({ DelistDialog: dialog }) => ({ default: dialog })),
)

interface Props {
  asset: Asset
  rows: readonly OwnSerial[]
  /** Every copy of the title, also those on other pages of the table: ranges reach over pages. */
  all: readonly BoardSerial[]
  last: number
  /** Only copies in this state are shown, so a range takes only those. */
  status?: SerialStatus | undefined
  /** Copies of several people are in it. */
  hasHolder?: boolean
}

/** Copies as rows, with what can be done with the chosen ones at its foot. */
export function CopiesTable({ asset, rows, all, last, status, hasHolder }: Props) {
  const { t } = useLingui()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [dialog, setDialog] = useState<'list' | 'reprice' | 'delist'>()
  const whyNot = useWhyNot()
  const columns = useColumns({ asset, last, hasHolder })
  const chosen = all.filter((copy) => selected.has(copy.asset_token_id) && canSelect(copy))
  const [free, offered] = [chosen.filter(isFree), chosen.filter(isOffered)]
  function close() {
    setDialog(undefined)
    setSelected(new Set())
  }

  const ready = all.filter((copy) => canSelect(copy) && (!status || copy.status === status))
  function selectRanges(ranges: readonly Range[]) {
    const can = ready.filter(({ number }) => isWithin(number, ranges))
    setSelected(new Set([...selected, ...can.map(({ asset_token_id }) => asset_token_id)]))
    return can.length
  }

  if (rows.length === 0) return <EmptyState title={<Trans>No copy is in this state</Trans>} />
  return (
    <>
      {all.length > 1 && (
        <RangeField
          first={asset.first_number}
          last={last}
          count={ready.length}
          onSelect={selectRanges}
        />
      )}
      <div className="panel">
        <Table<OwnSerial>
          caption={t`Copies`}
          rows={rows}
          columns={columns}
          keyOf={({ asset_token_id }) => asset_token_id}
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
              <Button small onClick={() => setDialog('list')}>
                <Trans>Sell {free.length}</Trans>
              </Button>
            )}
            {offered.length > 0 && (
              <>
                <Button small onClick={() => setDialog('reprice')}>
                  <Trans>New price for {offered.length}</Trans>
                </Button>
                <Button small onClick={() => setDialog('delist')}>
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
      <p className="mt-2 text-hint text-ink-2 max-sm:hidden">
        <Trans>
          Hold Shift to select all between two. A copy that cannot be selected says why.
        </Trans>
      </p>
      <Suspense>
        {dialog === 'list' && <ListDialog asset={asset} copies={free} onClose={close} />}
        {dialog === 'reprice' && (
          <ListDialog reprice asset={asset} copies={offered} onClose={close} />
        )}
        {dialog === 'delist' && <DelistDialog copies={offered} onClose={close} />}
      </Suspense>
    </>
  )
}

const isFree = ({ status }: BoardSerial) => status === 'not_listed'
const isOffered = ({ status, sale_price }: BoardSerial) =>
  status === 'buyable' ||
  status === 'rentable' ||
  status === 'offered_in_trade' ||
  (status === 'preparing' && sale_price !== null)

const canSelect = (copy: BoardSerial) => copy.mine && (isFree(copy) || isOffered(copy))

/** Why nothing can be done with a copy now; `undefined` where something can. */
function useWhyNot() {
  const { t } = useLingui()
  return (copy: BoardSerial): string | undefined => {
    if (canSelect(copy)) return undefined
    if (!copy.mine) return t`held by someone else`
    if (copy.status === 'being_purchased') return t`somebody is paying for it`
    if (copy.status === 'downloaded') return t`it was downloaded`
    if (copy.status === 'being_rented') return t`it is rented out`
    return t`it is being prepared or reserved`
  }
}

function useColumns({ asset, last, hasHolder }: Pick<Props, 'asset' | 'last' | 'hasHolder'>) {
  const { t } = useLingui()
  const columns: (Column<OwnSerial> | false | undefined)[] = [
    {
      key: 'number',
      label: t`Number`,
      lead: true,
      cell: ({ number }) => (
        <span className="inline-flex items-center gap-2">
          <Link
            to={`/asset/${asset.kid}?no=${number}`}
            className="inline-flex min-h-11 items-center"
          >
            <Figures number={number} last={last} />
          </Link>
          {isSpecial(number, asset.first_number, last) && (
            <span className="text-hint text-ink-2">◆ {t`Special number`}</span>
          )}
        </span>
      ),
    },
    { key: 'state', label: t`State`, cell: (copy) => <SerialState serial={copy} /> },
    hasHolder && {
      key: 'holder',
      label: t`Holder`,
      cell: ({ mine, owner_username }) => (mine ? <Trans>You</Trans> : owner_username),
    },
    {
      key: 'price',
      label: t`Price`,
      end: true,
      cell: ({ sale_price }) =>
        sale_price === null ? <span className="text-ink-3">–</span> : <Money yen={sale_price} />,
    },
    {
      key: 'since',
      label: t`Held since`,
      end: true,
      cell: ({ owned_since }) => <When at={owned_since} detail="day" />,
    },
  ]
  return columns.filter((column) => Boolean(column)) as Column<OwnSerial>[]
}
