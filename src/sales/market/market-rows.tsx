import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { ask } from '#core/http/ask.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { type Asset, listListedAssets } from '#src/catalog/asset/asset.shared.ts'
import { TitleCard } from '#src/catalog/asset/title-card.tsx'
import { Grid } from '#src/ui/card.tsx'
import { Money } from '#src/ui/money.tsx'

const ROW = 4 // cards
const CHEAP = 1_000 // yen

type Selections = Awaited<ReturnType<typeof loadRows>>

/** Loads the rows of the front page: titles that open soon, were resold, or are cheap. */
export async function loadRows(context: Parameters<typeof ask>[0]) {
  const limit = ROW + 1 // one may be the featured title
  const [opening, resold, cheap] = await Promise.all([
    ask(context, listListedAssets, { selection: 'opening_soon', limit }),
    ask(context, listListedAssets, { selection: 'recently_resold', limit }),
    ask(context, listListedAssets, { listing_type: 'sale', price_max: CHEAP - 1, limit }),
  ])
  return { opening, resold, cheap }
}

/** Shows each row that has titles other than the featured one. */
export function Rows(props: {
  rows: Selections
  featured: string | undefined
  now: string
  /** Shows counts of trades; false while the platform's trading is off. */
  tradeFlag: boolean
}) {
  const { rows, featured, now, tradeFlag } = props
  const facts = { now, tradeFlag }
  const other = ({ items }: { items: Asset[] }) =>
    items.filter(({ kid }) => kid !== featured).slice(0, ROW)
  return (
    <>
      <Row title={<Trans>Opening soon</Trans>} items={other(rows.opening)} {...facts} />
      <Row title={<Trans>Recently resold</Trans>} items={other(rows.resold)} {...facts} />
      <Row
        title={
          <Trans>
            Under <Money yen={CHEAP} />
          </Trans>
        }
        items={other(rows.cheap).filter(({ sale_starting_at: at }) => at === null || at <= now)}
        {...facts}
        all={`/?listing_type=sale&price_max=${CHEAP - 1}`}
      />
    </>
  )
}

function Row(props: {
  title: ReactNode
  items: readonly Asset[]
  now: string
  tradeFlag: boolean
  /** The address of all titles of the row. */
  all?: string
}) {
  const { title, items, now, tradeFlag, all } = props
  const id = useId()
  const viewer = useReader()?.account_id
  if (items.length === 0) return null
  return (
    <section aria-labelledby={id} className="mb-10 sm:mb-12">
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-h2">
          {title}
        </h2>
        {all && (
          <Link to={all} className="inline-flex min-h-11 items-center text-small">
            <Trans>See all</Trans>
          </Link>
        )}
      </div>
      <Grid>
        {items.map((asset) => (
          <TitleCard
            key={asset.kid}
            asset={asset}
            context="market"
            now={now}
            viewer={viewer}
            tradeFlag={tradeFlag}
          />
        ))}
      </Grid>
    </section>
  )
}
