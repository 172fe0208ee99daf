import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { SegmentedLinks } from '#src/ui/segmented-control.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useAddressValue } from '#src/ui/use-address-value.ts'
import { addressOf, type MarketView } from './market-view.shared.ts'

interface Props {
  view: MarketView
}

/** Renders the filters unless they are hidden, as links and one form that work without scripts. */
export function MarketFilters({ view, tradeFlag }: Props & { tradeFlag: boolean }) {
  if (view.filters === 'hidden') return <hr className="mt-3 mb-7 border-line" />
  return (
    <section className="mt-3 mb-7 grid grid-cols-1 gap-3 border-y border-line py-3">
      <div className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-3">
        <Kinds view={view} />
        <Offers view={view} tradeFlag={tradeFlag} />
      </div>
      <FilterForm view={view} />
    </section>
  )
}

/** Hides or shows the filters. The URL keeps the choice. */
export function FiltersToggle({ view }: Props) {
  const isHidden = view.filters === 'hidden'
  return (
    <Link
      to={addressOf(view, { filters: isHidden ? undefined : 'hidden', page: view.page })}
      preventScrollReset
      replace
      className="flex min-h-11 items-center"
    >
      {isHidden ? <Trans>Show filters</Trans> : <Trans>Hide filters</Trans>}
    </Link>
  )
}

/** Says that the filters match no title, with a link to the unfiltered list. */
export function NoMatch({ path }: Pick<MarketView, 'path'>) {
  return (
    <EmptyState
      title={<Trans>No matching titles</Trans>}
      actions={
        <LinkButton to={path}>
          <Trans>Show all titles</Trans>
        </LinkButton>
      }
    >
      <Trans>Try another filter, price or search word.</Trans>
    </EmptyState>
  )
}

/** Links to each kind. A kind says more than a format, so it replaces the chosen format. */
function Kinds({ view }: Props) {
  const { t } = useLingui()
  const to = (media_type: MarketView['media_type']) =>
    addressOf(view, { media_type, asset_type: undefined })
  return (
    <Choice label={t`Kind`}>
      <SegmentedLinks
        apart
        label={t`Kind`}
        value={view.media_type ?? 'all'}
        options={[
          { value: 'all', label: t`All`, to: to(undefined) },
          { value: 'video', label: t`Film`, icon: 'video', to: to('video') },
          { value: 'audio', label: t`Music`, icon: 'audio', to: to('audio') },
          { value: 'image', label: t`Picture`, icon: 'image', to: to('image') },
        ]}
      />
    </Choice>
  )
}

function Offers({ view, tradeFlag }: Props & { tradeFlag: boolean }) {
  const { t } = useLingui()
  const to = (listing_type: MarketView['listing_type']) => addressOf(view, { listing_type })
  return (
    <Choice label={t`Offer`}>
      <SegmentedLinks
        apart
        label={t`Offer`}
        value={view.listing_type ?? 'any'}
        options={[
          { value: 'any', label: t`Any`, to: to(undefined) },
          { value: 'sale', label: t`Buy`, to: to('sale') },
          { value: 'rental', label: t`Rent`, to: to('rental') },
          ...(tradeFlag ? [{ value: 'trade' as const, label: t`Trade`, to: to('trade') }] : []),
        ]}
      />
    </Choice>
  )
}

/** A filter with its label, which stands before it. */
function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex w-full min-w-0 items-center gap-3 sm:w-auto">
      <span className="w-15 flex-none text-small text-ink-2 sm:w-auto" aria-hidden>
        {label}
      </span>
      {children}
    </div>
  )
}

/** The price, the format and the order. */
function FilterForm({ view }: Props) {
  const { t } = useLingui()
  return (
    <Form
      action={view.path}
      preventScrollReset
      aria-label={t`Price, format and order`}
      className="flex flex-wrap items-center gap-3"
    >
      {(['media_type', 'listing_type', 'q'] as const).map(
        (name) =>
          view[name] !== undefined && (
            <input key={name} type="hidden" name={name} value={view[name]} />
          ),
      )}
      <div className="flex w-full flex-wrap items-center gap-3 sm:w-auto">
        <span className="w-15 text-small text-ink-2 sm:w-auto" aria-hidden>
          <Trans>Price</Trans>
        </span>
        <PriceInput
          name="price_min"
          label={t`Price from (yen)`}
          value={view.price_min}
          hint={t`from`}
        />
        <span aria-hidden>–</span>
        <PriceInput
          name="price_max"
          label={t`Price to (yen)`}
          value={view.price_max}
          hint={t`to`}
        />
        <Button type="submit" small>
          <Trans>Apply</Trans>
        </Button>
      </div>
      <OnSale value={view.on_sale} />
      <div className="flex flex-wrap gap-3 max-sm:w-full sm:ms-auto">
        <Select name="asset_type" label={t`Format`} value={view.asset_type ?? ''}>
          <option value="">{t`All formats`}</option>
          <option value="video">{t`Film and music`}</option>
          <option value="image">{t`Pictures`}</option>
        </Select>
        <Select name="sort_by" label={t`Sort by`} value={view.sort_by}>
          <option value="newest">{t`Newest first`}</option>
          <option value="oldest">{t`Oldest first`}</option>
          <option value="price_low">{t`Lowest price first`}</option>
          <option value="price_high">{t`Highest price first`}</option>
          <option value="title">{t`Title, A to Z`}</option>
        </Select>
      </div>
    </Form>
  )
}

/** Leaves out what cannot be bought now. Sent as soon as it is changed, or with the form's button. */
function OnSale({ value }: { value: MarketView['on_sale'] }) {
  const submit = useSubmit()
  const field = useAddressValue<HTMLInputElement>(value !== undefined)
  return (
    <Checkbox
      name="on_sale"
      value="now"
      ref={field}
      defaultChecked={value !== undefined}
      onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true })}
    >
      <Trans>On sale now</Trans>
    </Checkbox>
  )
}

/** A choice that is sent as soon as it is made; without scripts, with the form's button. */
function Select(props: { name: string; label: string; value: string; children: ReactNode }) {
  const { name, label, value, children } = props
  const submit = useSubmit()
  const field = useAddressValue<HTMLSelectElement>(value)
  return (
    <div className="relative max-sm:flex-1">
      <select
        name={name}
        aria-label={label}
        ref={field}
        defaultValue={value}
        onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true })}
        className="input min-h-11 py-2 pe-9 text-label"
      >
        {children}
      </select>
      <Icon name="down" className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2" />
    </div>
  )
}

function PriceInput(props: {
  name: string
  label: string
  hint: string
  value: number | undefined
}) {
  const { name, label, hint, value } = props
  const field = useAddressValue<HTMLInputElement>(value)
  return (
    <input
      ref={field}
      type="text"
      inputMode="numeric"
      maxLength={12}
      name={name}
      aria-label={label}
      placeholder={`¥ ${hint}`}
      defaultValue={value}
      className="input min-h-11 w-20 px-3 sm:w-24 py-2 text-label"
    />
  )
}
