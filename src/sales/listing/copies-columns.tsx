import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { Allowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { parseRanges } from '#src/catalog/asset/ranges.shared.ts'
import type { BoardCopy, OwnSerial } from '#src/catalog/serial/serial.shared.ts'
import { SerialState } from '#src/catalog/serial/serial-state.tsx'
import { Money } from '#src/ui/money.tsx'
import { isSpecial } from '#src/ui/numbering.ts'
import { PaddedNumber } from '#src/ui/serial.tsx'
import type { Column } from '#src/ui/table.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { PersonName } from '#src/ui/person-name.tsx'

interface Props {
  asset: Asset
  holdings: readonly OwnSerial[]
  last: number
  hasHolder?: boolean | undefined
  lists?: readonly Allowlist[] | undefined
}

/** Returns the columns of the table of copies. Cells of a holding stay empty until it is loaded. */
export function useColumns({ asset, holdings, last, hasHolder, lists }: Props) {
  const { t } = useLingui()
  const byNumber = new Map(holdings.map((holding) => [holding.number, holding]))
  const holdingOf = ({ number, mine }: BoardCopy) => {
    const holding = byNumber.get(number)
    return holding?.mine === mine ? holding : undefined
  }
  const listOf = useMemo(() => namesOf(lists), [lists])
  const columns: (Column<BoardCopy> | false | undefined)[] = [
    {
      key: 'number',
      label: t`Number`,
      lead: true,
      cell: ({ number }) => (
        <span className="inline-flex items-center gap-2">
          <Link
            to={`/asset/${asset.kid}?no=${number}`}
            className="inline-flex min-h-11 min-w-11 items-center"
          >
            <PaddedNumber number={number} last={last} />
          </Link>
          {isSpecial(number, asset.first_number, last) && (
            <span className="text-hint text-ink-2">◆ {t`Special number`}</span>
          )}
        </span>
      ),
    },
    { key: 'state', label: t`Status`, cell: (copy) => <SerialState serial={copy} /> },
    listOf && {
      key: 'reserved',
      label: t`Reserved for`,
      cell: ({ number, mine }) => mine && listOf(number),
    },
    hasHolder && {
      key: 'holder',
      label: t`Owner`,
      cell: (copy) =>
        copy.mine ? <Trans>You</Trans> : <PersonName of={holdingOf(copy)?.owner_username ?? ''} />,
    },
    {
      key: 'price',
      label: t`Price`,
      end: true,
      cell: ({ sale_price, rent_price }) => {
        if (sale_price !== null) return <Money yen={sale_price} />
        if (rent_price === null) return <span className="text-ink-3">–</span>
        return (
          <Trans>
            Rent <Money yen={rent_price} />
          </Trans>
        )
      },
    },
    {
      key: 'since',
      label: t`Owned since`,
      end: true,
      cell: (copy) => {
        const holding = holdingOf(copy)
        return holding && <DateTime at={holding.owned_since} detail="day" />
      },
    },
  ]
  return columns.filter((column) => Boolean(column)) as Column<BoardCopy>[]
}

/** Returns a function that names the list reserving a number, or undefined if no list reserves any. */
function namesOf(lists: readonly Allowlist[] = []) {
  const holding = lists.filter(({ ended_at }) => ended_at === null)
  if (holding.length === 0) return undefined
  const named = new Map(
    holding.flatMap(({ name, numbers }) => parseRanges(numbers).map((number) => [number, name])),
  )
  const whole = holding.find((list) => list.whole)?.name
  return (number: number) => named.get(number) ?? whole
}
