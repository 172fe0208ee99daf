import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ask, REFRESH, useLive } from '#core/ask.ts'
import { getAsset } from '#src/asset/asset.shape.ts'
import { TitleTags } from '#src/asset/title-tags.tsx'
import { copyOf, getBoard } from '#src/serial/serial.shape.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Markdown } from '#src/ui/markdown.tsx'
import { Money, MoneyRange } from '#src/ui/money.tsx'
import { Section } from '#src/ui/section.tsx'
import type { Route } from './+types/rental-page.ts'
import { TitleHead } from './title-head.tsx'

/** A title as it can be rented: nothing on this page buys a copy (acceptance RT-10). */
export async function loader({ context, params }: Route.LoaderArgs) {
  const query = { id: params.kid }
  const [asset, board] = await Promise.all([
    ask(context, getAsset, query),
    ask(context, getBoard, query),
  ])
  return { query, asset, board }
}

export default function RentalPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { query } = loaderData
  const asset = useLive(getAsset, query, { initial: loaderData.asset, every: REFRESH.grid })
  const { rows } = useLive(getBoard, query, { initial: loaderData.board, every: REFRESH.grid })
  const copies = rows.map((row) => copyOf(row)).filter(({ rent_price }) => rent_price !== null)
  return (
    <div className="wrap grid gap-x-14 gap-y-8 pt-4 pb-16 sm:pt-6 lg:grid-cols-[minmax(0,1fr)_404px] lg:items-start">
      <title>{t`Rent ${asset.title} · Renban`}</title>
      <TitleTags asset={asset} />
      <div className="grid min-w-0 gap-y-8">
        <TitleHead asset={asset} />
        <Markdown html={asset.description_html} />
      </div>
      {copies.length === 0 ? (
        <EmptyState
          title={<Trans>Nothing to rent now</Trans>}
          actions={
            <LinkButton look="main" to={`/asset/${asset.kid}`}>
              <Trans>See its numbers</Trans>
            </LinkButton>
          }
        >
          <Trans>Nobody offers a copy of this title for rent at the moment.</Trans>
        </EmptyState>
      ) : (
        <Section
          title={<Trans>For rent</Trans>}
          hint={<Plural value={copies.length} one="# copy" other="# copies" />}
        >
          {asset.min_rental_price !== null && (
            <MoneyRange
              min={asset.min_rental_price}
              max={asset.max_rental_price ?? asset.min_rental_price}
              className="text-h2"
            />
          )}
          <ul className="grid gap-2">
            {copies.map(({ number, rent_price }) => (
              <li key={number} className="flex justify-between gap-4">
                <span className="font-semibold">
                  <Trans>No. {number}</Trans>
                </span>
                <Money yen={rent_price!} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}
