import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { ask, askOptional, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { guestRefusals } from '#core/errors.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { getGroup } from '#src/catalog/group/group.shared.ts'
import { loadHasNotice } from '#src/catalog/seller-notice/load-notice.tsx'
import { NoticeLink } from '#src/catalog/seller-notice/notice-link.tsx'
import { payingFacts } from '#src/sales/purchase/terms.tsx'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { Money } from '#src/ui/money.tsx'
import { Section } from '#src/ui/section.tsx'
import { Facts } from '#src/ui/shares-bar.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { SocialTags } from '#src/ui/social-tags.tsx'
import type { Route } from './+types/draw-page.ts'
import { getDraw } from './draw.shared.ts'
import { DrawForm } from './draw-form.tsx'

/** Loads what can be drawn from a group, with odds and price, and the reader's balance. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = params.encryptedId
  const [draw, group, balance, settings] = await Promise.all([
    ask(context, getDraw, { id }),
    ask(context, getGroup, { id }),
    askOptional(context, guestRefusals, getBalance, {}),
    ask(context, getSettings, {}),
  ])
  const notice = (await loadHasNotice(context, group)) ? group.brand.account : null
  return { id, draw, balance: balance ?? null, settings, notice }
}

export type Draw = ReplyOf<typeof getDraw>

export default function DrawPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { id } = loaderData
  const draw = useLiveQuery(
    getDraw,
    { id },
    { initial: loaderData.draw, refetchInterval: REFETCH_MS.status },
  )
  const { name, obstacle, price } = draw
  return (
    <div className="wrap-narrow pt-6 pb-16 sm:pt-8">
      <title>{t`Random copies from ${name} · Renban`}</title>
      <SocialTags title={name} />
      <p className="mb-1.5">
        <Link to={`/group/${id}`} className="inline-flex min-h-6 items-center wrap-anywhere">
          {name}
        </Link>
      </p>
      <h1 className="text-h1">
        <Trans>Random copies</Trans>
      </h1>
      {obstacle === null && price !== null ? (
        <>
          <p className="mt-1.5 mb-7 max-w-[66ch] text-ink-2">
            <Trans>
              We draw your copies when you press the button. Every copy left has the same chance,
              whichever title it belongs to.
            </Trans>
          </p>
          <div className="grid gap-8 lg:grid-cols-2 lg:items-start lg:gap-10">
            <div className="grid min-w-0 gap-6">
              <Contents draw={draw} />
              <SaleTerms price={price} notice={loaderData.notice} />
            </div>
            <DrawForm {...loaderData} draw={draw} price={price} />
          </div>
        </>
      ) : (
        <div className="mt-7">
          <Obstacle id={id} obstacle={obstacle} />
        </div>
      )}
    </div>
  )
}

type Lot = Draw['lots'][number]

const titleOf = ({ kid, title }: Lot) => (
  <Link to={`/asset/${kid}`}>
    <bdi>{title}</bdi>
  </Link>
)

function Contents({ draw: { lots, remaining } }: { draw: Draw }) {
  const { t, i18n } = useLingui()
  const options = { style: 'percent', maximumFractionDigits: 2 } as const
  const percent = new Intl.NumberFormat(`${i18n.locale}-u-nu-latn`, options)
  const columns: Column<Lot>[] = [
    { key: 'title', label: t`Title`, lead: true, cell: titleOf },
    {
      key: 'left',
      label: t`Available`,
      end: true,
      cell: ({ remaining: left, copies_count: of }) =>
        t({ message: `${left} of ${of}`, context: 'copies' }),
    },
    {
      key: 'odds',
      label: t`Odds`,
      end: true,
      cell: (lot) => percent.format(lot.remaining / remaining),
    },
  ]
  return (
    <Section
      title={<Trans>Copies in the draw</Trans>}
      hint={<Trans>The odds are for the first copy drawn, at this moment.</Trans>}
    >
      <Table
        caption={t`Copies in the draw`}
        columns={columns}
        rows={lots}
        keyOf={({ kid }) => kid}
      />
    </Section>
  )
}

/**
 * Shows the terms that must be shown before the order button (特定商取引法 12-6). `notice`: the address of the
 * brand if it has a seller’s notice.
 */
function SaleTerms({ price, notice }: { price: number; notice: string | null }) {
  return (
    <>
      <Facts
        facts={[
          [<Trans key="n">Price per copy, tax included</Trans>, <Money key="v" yen={price} />],
          [
            <Trans key="n">Quantity</Trans>,
            <Trans key="v">As many numbered copies as you choose</Trans>,
          ],
          ...payingFacts,
        ]}
      />
      <Note>
        <Trans>
          You pay the regular price of each copy. You buy licences to numbered copies, on the terms
          of each title. All rights in the works stay with their creators.
        </Trans>
        <Gap />
        <Trans>Free until you pay. Copies cannot be returned.</Trans>
        <Gap />
        <Link to="/legal">
          <Trans>Sale terms</Trans>
        </Link>
        {notice !== null && (
          <>
            <Gap />
            <NoticeLink account={notice} />
          </>
        )}
      </Note>
    </>
  )
}

function Obstacle({ id, obstacle }: { id: string; obstacle: Draw['obstacle'] }) {
  return (
    <EmptyState
      title={
        obstacle === 'sale_not_started' ? (
          <Trans>The sale has not started</Trans>
        ) : obstacle === 'sale_ended' ? (
          <Trans>The sale has ended</Trans>
        ) : obstacle === 'prices_differ' ? (
          <Trans>The copies have different prices</Trans>
        ) : obstacle === 'region_unavailable' ? (
          <Trans>Only available in Japan</Trans>
        ) : (
          <Trans>No copies left to draw</Trans>
        )
      }
      actions={
        <LinkButton look="main" to={`/group/${id}`}>
          <Trans>See the titles</Trans>
        </LinkButton>
      }
    >
      {obstacle === 'prices_differ' ? (
        <Trans>A random draw needs one price for all copies. Choose a number yourself.</Trans>
      ) : obstacle === 'region_unavailable' ? (
        <Trans>These titles can only be bought and watched in Japan.</Trans>
      ) : obstacle === 'nothing_left' || obstacle === null ? (
        <Trans>
          All copies are sold or held for other buyers, or you have reached the limit per person.
        </Trans>
      ) : (
        <Trans>See the group’s page for the sale times.</Trans>
      )}
    </EmptyState>
  )
}
