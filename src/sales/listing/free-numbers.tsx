import { Trans, useLingui } from '@lingui/react/macro'
import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react'
import { useEndpointQuery } from '#core/http/ask.ts'
import { type Asset, listCreatedAssets } from '#src/catalog/asset/asset.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { Select, TextField } from '#src/ui/field.tsx'

const TITLES_MAX = 100

interface Choice {
  error: ReactNode
  /** Says how many of the numbers in the range are available. */
  Counted: ComponentType<{ count: number }>
  onChoose: (asset_token_ids: readonly string[]) => void
}

/** Selects a range of the creator's own free numbers: not listed, sold or held for somebody. */
export function FreeNumbers(props: Choice & { kid?: string | undefined }) {
  const { error, onChoose } = props
  const { t } = useLingui()
  const titles = useEndpointQuery(listCreatedAssets, { limit: TITLES_MAX })?.items ?? []
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
      {asset && <Range key={kid} {...props} asset={asset} />}
    </>
  )
}

function Range({ asset, error, Counted, onChoose }: Choice & { asset: Asset }) {
  const first = asset.first_number
  const last = first + asset.copies_count - 1
  const [typed, setTyped] = useState({ from: String(first), to: String(last) })
  const [from, to] = [Number(typed.from) || first, Number(typed.to) || last]
  const free = useEndpointQuery(listSerials, { id: asset.kid, status: 'not_listed' })
  const chosen = useMemo(
    () =>
      free?.items
        .filter(({ number, mine }) => mine && from <= number && number <= to)
        .map(({ asset_token_id }) => asset_token_id),
    [free, from, to],
  )
  const choose = useEffectEvent((ids: readonly string[]) => onChoose(ids))
  useEffect(() => choose(chosen ?? []), [chosen])
  const field = (name: 'from' | 'to', label: ReactNode) => (
    <TextField
      number
      name={name}
      label={label}
      value={typed[name]}
      maxLength={10}
      onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
    />
  )
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 gap-4.5">
        {field('from', <Trans>From number</Trans>)}
        {field('to', <Trans>To number</Trans>)}
      </div>
      <p className="text-small text-ink-2" aria-live="polite">
        {chosen && <Counted count={chosen.length} />}
      </p>
      {chosen?.length === 0 && error && <p className="text-small text-bad">{error}</p>}
    </div>
  )
}
