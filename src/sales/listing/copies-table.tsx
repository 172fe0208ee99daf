import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo, useState } from 'react'
import { useEndpointMutation } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { useActsAs } from '#src/accounts/account/reader.tsx'
import type { Allowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { formatRanges } from '#src/catalog/asset/ranges.shared.ts'
import {
  type BoardCopy,
  type BoardSerial,
  listSerials,
  type OwnSerial,
} from '#src/catalog/serial/serial.shared.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { BulkBar, Table } from '#src/ui/table.tsx'
import { formatCount } from '#src/ui/yen.ts'
import { isWithin, type Range } from '#src/catalog/asset/typed-ranges.shared.ts'
import { CopyNumbers } from './copies.tsx'
import { useColumns } from './copies-columns.tsx'
import type { RentalTerms } from './rental-terms.shared.ts'
import { useOfferPermissions } from './offer-permissions.tsx'
import { ForbiddenNote } from './forbidden-note.tsx'
import { RangeField } from './range-field.tsx'

const ListDialog = lazyDialog(() => import('./list-dialog.tsx'), 'ListDialog')
const RentOutDialog = lazyDialog(() => import('./rent-out-dialog.tsx'), 'RentOutDialog')
const TradeDialog = lazyDialog(() => import('./trade-dialog.tsx'), 'TradeDialog')
const DelistDialog = lazyDialog(() => import('./delist-dialog.tsx'), 'DelistDialog')

const ADDRESS_MAX = 4_000 // characters of the numbers in a URL; servers refuse long URLs

interface Dialog {
  kind: 'list' | 'reprice' | 'rent' | 'rent-again' | 'delist' | 'trade' | 'untrade'
  copies: BoardSerial[]
}

interface Props {
  asset: Asset
  copies: readonly BoardCopy[]
  /** The creator's rentals of the title; null for the creator. */
  rentals: RentalTerms | null
  /** The holders and holding dates of at least the rows in view. */
  holdings: readonly OwnSerial[]
  last: number
  /** Called with the index of the first row in view. */
  onView?: (start: number) => void
  /** True if the copies have several holders. */
  hasHolder?: boolean
  /** The allowlists that reserve some of the copies. */
  lists?: readonly Allowlist[]
}

/** Shows copies as rows, with a bar of actions for the selected ones. */
export function CopiesTable(props: Props) {
  const { asset, copies, rentals, holdings, last, onView, hasHolder, lists } = props
  const { t } = useLingui()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [dialog, setDialog] = useState<Dialog>()
  const find = useEndpointMutation(listSerials)
  const may = useOfferPermissions(asset, rentals)
  const mayList = may.sell || may.rent || may.trade || may.give
  const whyNot = useWhyNot(mayList)
  const columns = useColumns({ asset, holdings, last, hasHolder, lists })
  const ready = useMemo(() => copies.filter((one) => canSelect(one, mayList)), [copies, mayList])
  const chosen = useMemo(() => ready.filter((copy) => selected.has(keyOf(copy))), [ready, selected])
  const clear = () => setSelected(new Set())

  /** Fetches the full copies before opening a dialog: rows carry no ids. */
  function open(kind: Dialog['kind'], of: readonly BoardCopy[]) {
    const wanted = new Set(of.map(({ number }) => number))
    const [from, to] = [of[0]!.number, of.at(-1)!.number]
    const onSuccess = ({ items }: ReplyOf<typeof listSerials>) =>
      setDialog({ kind, copies: items.filter(({ number }) => wanted.has(number)) })
    find.mutate({ id: asset.kid, from, to }, { onSuccess })
  }

  function selectRanges(ranges: readonly Range[]) {
    const can = ready.filter(({ number }) => isWithin(number, ranges))
    setSelected(new Set([...selected, ...can.map(keyOf)]))
    return can.length
  }

  return (
    <>
      {copies.length === 0 ? (
        <EmptyState title={<Trans>No copies with this status</Trans>} />
      ) : (
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
              <SelectionBar
                asset={asset}
                chosen={chosen}
                may={may}
                busy={find.isPending}
                onOpen={open}
                onClear={clear}
              />
            )}
          </div>
          <RefusalMessage error={find.error} />
          <div className="mt-2 empty:hidden">
            <ForbiddenNote forbidden={may.forbidden} />
          </div>
          <p className="mt-2 text-hint text-ink-2 max-sm:hidden">
            <Trans>
              Hold Shift to select a range. Use the arrow keys to move. Copies that you cannot
              select show the reason.
            </Trans>
          </p>
        </>
      )}
      {dialog && (
        <ActionDialog
          {...dialog}
          asset={asset}
          onClose={() => setDialog(undefined)}
          onChanged={clear}
        />
      )}
    </>
  )
}

/** Shows the actions that apply to the selected copies. */
function SelectionBar(props: {
  asset: Asset
  chosen: readonly BoardCopy[]
  may: ReturnType<typeof useOfferPermissions>
  busy: boolean
  onOpen: (kind: Dialog['kind'], of: readonly BoardCopy[]) => void
  onClear: () => void
}) {
  const { asset, chosen, may, busy, onOpen, onClear } = props
  const isActing = useActsAs(asset.creator_account_id)
  const numbers = useMemo(() => numbersOf(chosen), [chosen])
  const free = chosen.filter(isFree)
  const [forRent, forSale] = [chosen.filter(isForRent), chosen.filter(isForSale)]
  const inTrade = chosen.filter(isInTrade)
  const button = (kind: Dialog['kind'], of: readonly BoardCopy[], words: ReactNode) =>
    of.length > 0 && (
      <Button small busy={busy} onClick={() => onOpen(kind, of)}>
        {words}
      </Button>
    )
  return (
    <BulkBar
      title={<Plural value={chosen.length} one="# copy selected" other="# copies selected" />}
      detail={<CopyNumbers copies={chosen} />}
      onClear={onClear}
    >
      {may.sell && button('list', free, <Trans>Sell {formatCount(free.length)}</Trans>)}
      {may.rent && button('rent', free, <Trans>Rent out {formatCount(free.length)}</Trans>)}
      {may.trade && button('trade', free, <Trans>Open {formatCount(free.length)} for trade</Trans>)}
      {button('untrade', inTrade, <Trans>Close {formatCount(inTrade.length)} for trade</Trans>)}
      {may.sell &&
        button('reprice', forSale, <Trans>Change price of {formatCount(forSale.length)}</Trans>)}
      {button('delist', forSale, <Trans>Stop selling {formatCount(forSale.length)}</Trans>)}
      {may.rent &&
        button('rent-again', forRent, <Trans>Change rent of {formatCount(forRent.length)}</Trans>)}
      {button('delist', forRent, <Trans>Stop renting out {formatCount(forRent.length)}</Trans>)}
      {may.give && free.length > 0 && numbersOf(free).length < ADDRESS_MAX && (
        <LinkButton small to={`/asset/${asset.kid}/give?numbers=${numbersOf(free)}`}>
          <Trans>Give {formatCount(free.length)}</Trans>
        </LinkButton>
      )}
      {isActing && free.length > 0 && numbersOf(free).length < ADDRESS_MAX && (
        <>
          <LinkButton small to={`/asset/distribute?kid=${asset.kid}&numbers=${numbersOf(free)}`}>
            <Trans>Distribute {formatCount(free.length)} for free</Trans>
          </LinkButton>
          <LinkButton
            small
            to={`/asset/free_rental_listing?kid=${asset.kid}&numbers=${numbersOf(free)}`}
          >
            <Trans>Rent out {formatCount(free.length)} for free</Trans>
          </LinkButton>
        </>
      )}
      {isActing && numbers.length < ADDRESS_MAX && (
        <LinkButton small to={`/asset/${asset.kid}/reserved?numbers=${numbers}`}>
          <Trans>Reserve {formatCount(chosen.length)}</Trans>
        </LinkButton>
      )}
    </BulkBar>
  )
}

function ActionDialog({
  kind,
  ...about
}: Dialog & { asset: Asset; onClose: () => void; onChanged: () => void }) {
  if (kind === 'delist') return <DelistDialog {...about} />
  if (kind === 'trade' || kind === 'untrade')
    return <TradeDialog {...about} close={kind === 'untrade'} />
  if (kind === 'rent' || kind === 'rent-again')
    return <RentOutDialog {...about} reprice={kind === 'rent-again'} />
  return <ListDialog {...about} reprice={kind === 'reprice'} />
}

const numbersOf = (copies: readonly BoardCopy[]) =>
  formatRanges(copies.map(({ number }) => number).toSorted((a, b) => a - b))
const keyOf = ({ number }: BoardCopy) => String(number)
const isFree = ({ status }: BoardCopy) => status === 'not_listed'
const isForRent = ({ status, rent_price }: BoardCopy) =>
  status === 'rentable' || (status === 'preparing' && rent_price !== null)
const isInTrade = ({ status }: BoardCopy) => status === 'offered_in_trade'
const isForSale = ({ status, sale_price }: BoardCopy) =>
  status === 'buyable' || (status === 'preparing' && sale_price !== null)

const canSelect = (copy: BoardCopy, mayList: boolean) =>
  copy.mine && ((isFree(copy) && mayList) || isForSale(copy) || isForRent(copy) || isInTrade(copy))

/** Returns a function that says why a copy cannot be selected, or undefined. */
function useWhyNot(mayList: boolean) {
  const { t } = useLingui()
  return (copy: BoardCopy): string | undefined => {
    if (canSelect(copy, mayList)) return undefined
    if (!copy.mine) return t`owned by someone else`
    if (isFree(copy) || copy.status === 'not_available') return t`no actions available`
    if (copy.status === 'being_purchased') return t`another buyer is paying for it`
    if (copy.status === 'frozen') return t`card payment disputed`
    if (copy.status === 'downloaded') return t`downloaded`
    if (copy.status === 'in_wallet') return t`in your wallet`
    if (copy.status === 'in_trade_offer') return t`offered in a trade`
    if (copy.status === 'being_rented') return t`rented out`
    return t`being prepared or reserved`
  }
}
