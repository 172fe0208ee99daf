import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useEndpointQuery } from '#core/http/ask.ts'
import { type Asset, listCreatedAssets } from '#src/catalog/asset/asset.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Select, TextField } from '#src/ui/field.tsx'

const TITLES_MAX = 100

/** Selects a range of the creator's own free numbers: not listed, sold or held by a coupon. */
export function NumbersFields(props: {
  error: ReactNode
  onChoose: (asset_token_ids: readonly string[]) => void
}) {
  const { error, onChoose } = props
  const { t } = useLingui()
  const titles = useEndpointQuery(listCreatedAssets, { limit: TITLES_MAX })?.items ?? []
  const [kid, setKid] = useState('')
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
      {asset && <Range key={kid} asset={asset} error={error} onChoose={onChoose} />}
      <Checkbox name="drawn">
        <Trans>Random: the number is revealed when the code is used</Trans>
      </Checkbox>
    </>
  )
}

function Range(props: {
  asset: Asset
  error: ReactNode
  onChoose: (asset_token_ids: readonly string[]) => void
}) {
  const { asset, error, onChoose } = props
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
        {chosen && (
          <Plural
            value={chosen.length}
            _0="None of these numbers is available."
            one="# of these numbers is available and gets a code."
            other="# of these numbers are available. Each gets a code."
          />
        )}
      </p>
      {chosen?.length === 0 && error && <p className="text-small text-bad">{error}</p>}
    </div>
  )
}
