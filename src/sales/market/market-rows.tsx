import { Trans } from '@lingui/react/macro'
import { ask } from '#core/http/ask.ts'
import { type Asset, listListedAssets } from '#src/catalog/asset/asset.shared.ts'
import { ROW, TitleRow } from '#src/catalog/asset/title-row.tsx'
import { LazyCardReminder } from '#src/catalog/follow/lazy-card-reminder.tsx'
import { Money } from '#src/ui/money.tsx'
import { addressOf, filtersOf, viewOf } from './market-view.shared.ts'

const CHEAP = 1_000 // yen
const cheapTitles = viewOf({
  listing_type: 'sale',
  on_sale: 'now',
  price_max: CHEAP - 1,
  sort_by: 'newest',
})

type Selections = Awaited<ReturnType<typeof loadRows>>

/** Loads the rows of the front page: titles that open soon, were resold, or are cheap. */
export async function loadRows(context: Parameters<typeof ask>[0]) {
  const limit = ROW + 1 // one may be the featured title
  const [opening, resold, cheap] = await Promise.all([
    ask(context, listListedAssets, { selection: 'opening_soon', limit }),
    ask(context, listListedAssets, { selection: 'recently_resold', limit }),
    ask(context, listListedAssets, { ...filtersOf(cheapTitles), limit }),
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
  const facts = { now, tradeFlag, Coming: LazyCardReminder }
  const other = ({ items }: { items: Asset[] }) =>
    items.filter(({ kid }) => kid !== featured).slice(0, ROW)
  return (
    <>
      <TitleRow heading={<Trans>Opening soon</Trans>} items={other(rows.opening)} {...facts} />
      <TitleRow heading={<Trans>Recently resold</Trans>} items={other(rows.resold)} {...facts} />
      <TitleRow
        heading={
          <Trans>
            Under <Money yen={CHEAP} />
          </Trans>
        }
        items={other(rows.cheap)}
        {...facts}
        all={addressOf(cheapTitles)}
      />
    </>
  )
}
