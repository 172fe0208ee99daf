import { Trans, useLingui } from '@lingui/react/macro'
import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react'
import { useQuery } from '@tanstack/react-query'
import { send, useEndpointRead } from '#core/http/ask.ts'
import { type Asset, listCreatedAssets } from '#src/catalog/asset/asset.shared.ts'
import { loadAllPages } from '#src/catalog/brand/own-lists.tsx'
import { lastNumber } from '#src/catalog/asset/edition.shared.ts'
import { isWithin, parseTyped } from '#src/catalog/asset/typed-ranges.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { Select, TextField } from '#src/ui/field.tsx'
import { ReadFailed } from '#src/ui/read-failed.tsx'

const NONE: readonly Asset[] = []

interface Choice {
  error: ReactNode
  /** Says how many of the typed numbers are available. */
  Counted: ComponentType<{ count: number }>
  onChoose: (asset_token_ids: readonly string[]) => void
}

interface Given {
  /** The title that is chosen at first. */
  kid?: string | undefined
  /** The numbers of this title that are chosen at first, as ranges; without them all are. */
  numbers?: string | undefined
}

/** Returns the title and the numbers that an address chooses: `?kid=…&numbers=1-5,8`. */
export const givenIn = (search: URLSearchParams): Given => ({
  kid: search.get('kid') ?? undefined,
  numbers: search.get('numbers') ?? undefined,
})

/** Selects some of the creator's own free numbers: not listed, sold or held for somebody. */
export function FreeNumbers(props: Choice & Given) {
  const { error, onChoose } = props
  const { t } = useLingui()
  const read = useOwnTitles()
  const { titles } = read
  const [kid, setKid] = useState(props.kid ?? '')
  const asset = titles.find((one) => one.kid === kid)
  return (
    <>
      <Select
        name="numbers"
        label={<Trans>Title</Trans>}
        error={asset ? undefined : error}
        value={kid}
        onChange={(event) => {
          setKid(event.currentTarget.value)
          onChoose([])
        }}
      >
        <option value="">{t`Choose a title`}</option>
        {titles.map((one) => (
          <option key={one.kid} value={one.kid}>
            {one.title}
          </option>
        ))}
      </Select>
      <ReadFailed read={read} />
      {asset && (
        <Range
          key={kid}
          {...props}
          asset={asset}
          numbers={kid === props.kid ? props.numbers : undefined}
        />
      )}
    </>
  )
}

/** Fetches all of the creator's titles, however many. */
function useOwnTitles() {
  const {
    data: titles = NONE,
    error,
    refetch,
  } = useQuery({
    queryKey: [listCreatedAssets.path, 'all'],
    queryFn: ({ signal }) =>
      loadAllPages((offset) => send(listCreatedAssets, { offset, limit: 100 }, { signal })),
    retry: false,
  })
  return { titles, error, again: () => void refetch() }
}

function Range(props: Choice & { asset: Asset; numbers: string | undefined }) {
  const { asset, error, Counted, onChoose } = props
  const { t } = useLingui()
  const first = asset.first_number
  const last = lastNumber(asset)
  const all = `${first}-${last}`
  const [typed, setTyped] = useState(props.numbers ?? all)
  const { ranges, wrong } = useMemo(() => parseTyped(typed, last), [typed, last])
  const read = useEndpointRead(listSerials, { id: asset.kid, status: 'not_listed', mine: 'true' })
  const free = read.reply
  const chosen = useMemo(
    () =>
      free?.items
        .filter(({ number }) => isWithin(number, ranges))
        .map(({ asset_token_id }) => asset_token_id),
    [free, ranges],
  )
  const choose = useEffectEvent((ids: readonly string[]) => onChoose(ids))
  useEffect(() => choose((wrong === undefined && chosen) || []), [chosen, wrong])
  return (
    <div className="grid gap-2">
      <TextField
        name="range"
        label={<Trans>Numbers</Trans>}
        hint={t`For example 1-5, 8, 12-20.`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={
          wrong === undefined
            ? chosen?.length === 0 && error
            : t`“${wrong}” is neither a number nor a range such as 12-20.`
        }
      />
      <ReadFailed read={read} />
      <p className="text-small text-ink-2" aria-live="polite">
        {chosen && wrong === undefined && <Counted count={chosen.length} />}
      </p>
    </div>
  )
}
