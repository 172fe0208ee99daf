import { Trans, useLingui } from '@lingui/react/macro'
import { Form, Link, useSubmit } from 'react-router'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { SegmentedLinks } from '#src/ui/segmented-control.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { addressOf, type MarketView } from './market-view.shared.ts'

interface Props {
  view: MarketView
  /** Offers trades as a filter; false while the platform's trading is off. */
  tradeFlag: boolean
}

/** Renders the filters unless they are hidden, as links and one form that work without scripts. */
export function MarketFilters({ view, tradeFlag }: Props) {
  if (view.filters === 'hidden') return <hr className="mt-3 mb-7 border-line" />
  return (
    <section className="mt-3 mb-7 grid grid-cols-1 gap-3 border-y border-line py-3">
      <div className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-3">
        <Kinds view={view} tradeFlag={tradeFlag} />
      </div>
      <PriceAndOrder view={view} />
    </section>
  )
}

/** Hides or shows the filters. The URL keeps the choice. */
export function FiltersToggle({ view }: { view: MarketView }) {
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
      title={<Trans>No title fits</Trans>}
      actions={
        <LinkButton to={path}>
          <Trans>Show all titles</Trans>
        </LinkButton>
      }
    >
      <Trans>Choose another kind, offer or price, or look for another word.</Trans>
    </EmptyState>
  )
}

function Kinds({ view, tradeFlag }: Props) {
  const { t } = useLingui()
  return (
    <>
      <div className="flex w-full min-w-0 items-center gap-3 sm:w-auto">
        <span className="w-15 flex-none text-small text-ink-2 sm:w-auto" aria-hidden>
          <Trans>Kind</Trans>
        </span>
        <SegmentedLinks
          apart
          label={t`Kind`}
          value={view.media_type ?? 'all'}
          options={[
            { value: 'all', label: t`All`, to: addressOf(view, { media_type: undefined }) },
            {
              value: 'video',
              label: t`Film`,
              icon: 'video',
              to: addressOf(view, { media_type: 'video' }),
            },
            {
              value: 'audio',
              label: t`Music`,
              icon: 'audio',
              to: addressOf(view, { media_type: 'audio' }),
            },
            {
              value: 'image',
              label: t`Picture`,
              icon: 'image',
              to: addressOf(view, { media_type: 'image' }),
            },
          ]}
        />
      </div>
      <div className="flex w-full min-w-0 items-center gap-3 sm:w-auto">
        <span className="w-15 flex-none text-small text-ink-2 sm:w-auto" aria-hidden>
          <Trans>Offer</Trans>
        </span>
        <SegmentedLinks
          apart
          label={t`Offer`}
          value={view.listing_type ?? 'any'}
          options={[
            { value: 'any', label: t`Any`, to: addressOf(view, { listing_type: undefined }) },
            { value: 'sale', label: t`Buy`, to: addressOf(view, { listing_type: 'sale' }) },
            { value: 'rental', label: t`Rent`, to: addressOf(view, { listing_type: 'rental' }) },
            {
              value: 'auction',
              label: t`Auction`,
              to: addressOf(view, { listing_type: 'auction' }),
            },
            ...(tradeFlag
              ? ([
                  {
                    value: 'trade',
                    label: t`Trade`,
                    to: addressOf(view, { listing_type: 'trade' }),
                  },
                ] as const)
              : []),
          ]}
        />
      </div>
    </>
  )
}

function PriceAndOrder({ view }: { view: MarketView }) {
  const { t } = useLingui()
  const submit = useSubmit()
  return (
    <Form
      action={view.path}
      preventScrollReset
      aria-label={t`Price and order`}
      className="flex flex-wrap items-center gap-2 sm:gap-3"
    >
      {(['media_type', 'listing_type', 'asset_type', 'q'] as const).map(
        (name) =>
          view[name] !== undefined && (
            <input key={name} type="hidden" name={name} value={view[name]} />
          ),
      )}
      <span className="w-15 text-small text-ink-2 sm:w-auto" aria-hidden>
        <Trans>Price</Trans>
      </span>
      <PriceInput
        name="price_min"
        label={t`Price from, yen`}
        value={view.price_min}
        hint={t`from`}
      />
      <span aria-hidden>–</span>
      <PriceInput name="price_max" label={t`Price to, yen`} value={view.price_max} hint={t`to`} />
      <Button type="submit" small>
        <Trans>Apply</Trans>
      </Button>
      <div className="relative ms-auto max-sm:w-full">
        <select
          name="sort_by"
          aria-label={t`Order`}
          key={view.sort_by}
          defaultValue={view.sort_by}
          onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true })}
          className="input min-h-11 py-2 text-label"
        >
          <option value="newest">{t`Newest first`}</option>
          <option value="oldest">{t`Oldest first`}</option>
          <option value="price_low">{t`Lowest price first`}</option>
          <option value="price_high">{t`Highest price first`}</option>
          <option value="title">{t`By title`}</option>
        </select>
        <Icon name="down" className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2" />
      </div>
    </Form>
  )
}

function PriceInput(props: {
  name: string
  label: string
  hint: string
  value: number | undefined
}) {
  const { name, label, hint, value } = props
  return (
    <input
      key={value}
      type="text"
      inputMode="numeric"
      pattern="[0-9]*"
      maxLength={7}
      name={name}
      aria-label={label}
      placeholder={`¥ ${hint}`}
      defaultValue={value}
      className="input min-h-11 w-20 px-3 sm:w-24 py-2 text-label"
    />
  )
}
