import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearchParams } from 'react-router'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { requirePageOn } from '#src/platform/settings/feature-pages.tsx'
import { useTradeClosing } from '#src/sales/listing/trade-button.tsx'
import { CopyLink } from '#src/sales/trade/trade-copy.tsx'
import { listTradingAssets, type OwnTradeCopy } from '#src/sales/trade/trade.shared.ts'
import { useWant } from '#src/sales/wish/want-button.tsx'
import { listWishes, type Wish } from '#src/sales/wish/wish.shared.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageAddress, pageFromSearch } from '#src/ui/pagination.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { attempt } from '#src/ui/undo-toast.tsx'
import { PageSection } from '#src/ui/section.tsx'
import { NameOfBrand } from '#src/ui/verified-badge.tsx'
import type { Route } from './+types/wanted-page.ts'
import { listProposals } from './matching.shared.ts'
import { ProposalCard } from './proposal-card.tsx'

const ROWS = 50
const SHOWN = 16 // proposals

export async function loader({ context, url }: Route.LoaderArgs) {
  await requirePageOn(context, 'trade_enabled')
  const page = pageFromSearch(url.searchParams)
  const query = { offset: page * ROWS, limit: ROWS }
  const ownPage = pageFromSearch(url.searchParams, 'offered')
  const ownQuery = { ...OWN, offset: ownPage * ROWS, limit: ROWS }
  const [wishes, own, open, ended] = await Promise.all([
    ask(context, listWishes, query),
    ask(context, listTradingAssets, ownQuery),
    ask(context, listProposals, OPEN),
    ask(context, listProposals, ENDED),
  ])
  return { page, query, wishes, ownPage, ownQuery, own, open, ended }
}

const OWN = { include_blocked: 'true' as const, open_to_trade: 'true' as const }
const OPEN = { status: 'open' as const, limit: 100 }
const ENDED = { ended: 'true' as const, limit: SHOWN }

/** Shows the trades proposed to the reader, what they want, and what they have open to trade for it. */
export default function WantedPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page, query, ownPage, ownQuery } = loaderData
  const [search] = useSearchParams()
  const live = { refetchInterval: REFETCH_MS.status }
  const open = useLiveQuery(listProposals, OPEN, { initial: loaderData.open, ...live })
  const ended = useLiveQuery(listProposals, ENDED, { initial: loaderData.ended, ...live })
  const wishes = useLiveQuery(listWishes, query, { initial: loaderData.wishes, ...live })
  const own = useLiveQuery(listTradingAssets, ownQuery, { initial: loaderData.own, ...live })
  return (
    <div className="wrap grid max-w-[960px] gap-10 pt-6 pb-16 sm:pt-8">
      <title>{t`Wanted · Renban`}</title>
      <div>
        <h1 className="mb-2 text-h1">
          <Trans>Wanted</Trans>
        </h1>
        <p className="text-ink-2">
          <Trans>
            Say what you want and open copies to trade. We look for trades among two or three
            people, and each of you decides.
          </Trans>
        </p>
      </div>
      {open.total > 0 && (
        <PageSection title={<Trans>Proposed trades</Trans>}>
          <ul className="grid gap-5">
            {open.items.map((proposal) => (
              <li key={proposal.id}>
                <ProposalCard proposal={proposal} />
              </li>
            ))}
          </ul>
        </PageSection>
      )}
      <PageSection title={<Trans>You want</Trans>}>
        <PagedList
          of={{ ...wishes, page, rows: ROWS }}
          empty={<NothingWanted />}
          hrefOf={(to) => pageAddress(search, 'page', to)}
        >
          <Wishes wishes={wishes.items} />
        </PagedList>
      </PageSection>
      <PageSection title={<Trans>You offer</Trans>}>
        <PagedList
          isBelow
          of={{ ...own, page: ownPage, rows: ROWS }}
          empty={<NothingOffered />}
          hrefOf={(to) => pageAddress(search, 'offered', to)}
        >
          <Offered copies={own.items} />
        </PagedList>
      </PageSection>
      {ended.total > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer text-label font-semibold">
            <Trans>Earlier proposals</Trans>
          </summary>
          <ul className="mt-4 grid gap-5">
            {ended.items.map((proposal) => (
              <li key={proposal.id}>
                <ProposalCard proposal={proposal} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function NothingWanted() {
  return (
    <EmptyState
      title={<Trans>Your wanted list is empty</Trans>}
      actions={
        <LinkButton look="main" to="/">
          <Trans>Go to the marketplace</Trans>
        </LinkButton>
      }
    >
      <Trans>On the page of a title, say that you want it or one of its numbers.</Trans>
    </EmptyState>
  )
}

function NothingOffered() {
  return (
    <EmptyState
      title={<Trans>None of your copies are open to trade</Trans>}
      actions={
        <LinkButton to="/asset/trade_listing">
          <Trans>Open copies for trade</Trans>
        </LinkButton>
      }
    >
      <Trans>We can propose a trade only for copies that you have opened to trade.</Trans>
    </EmptyState>
  )
}

function Wishes({ wishes }: { wishes: readonly Wish[] }) {
  const { t } = useLingui()
  const { removing, stop } = useWant()
  return (
    <>
      <ul className="border-t border-line">
        {wishes.map((wish) => {
          const { id, kid, title, number, open_count, brand, proposal_id } = wish
          const name = number === null ? title : t`No. ${number} of “${title}”`
          return (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2"
            >
              <div className="min-w-0 wrap-anywhere">
                <Link
                  to={number === null ? `/asset/${kid}` : `/asset/${kid}?no=${number}`}
                  className="inline-flex min-h-11 items-center font-semibold"
                >
                  {name}
                </Link>
                <p className="text-small text-ink-2">
                  {brand && (
                    <span className="me-3">
                      <NameOfBrand brand={brand} />
                    </span>
                  )}
                  {proposal_id ? (
                    <Trans>In a proposed trade</Trans>
                  ) : (
                    <Plural
                      value={open_count}
                      _0="No copy open to trade"
                      one="# copy open to trade"
                      other="# copies open to trade"
                    />
                  )}
                </p>
              </div>
              <Button
                small
                busy={removing.isPending && removing.variables?.id === id}
                aria-label={t`Remove ${name}`}
                onClick={() => attempt(stop(wish))}
              >
                <Trans>Remove</Trans>
              </Button>
            </li>
          )
        })}
      </ul>
      <RefusalMessage error={removing.error} />
    </>
  )
}

function Offered({ copies }: { copies: readonly OwnTradeCopy[] }) {
  return (
    <>
      <ul className="border-t border-line">
        {copies.map((copy) => (
          <OfferedCopy key={copy.asset_token_id} copy={copy} />
        ))}
      </ul>
      <div>
        <LinkButton small to="/asset/trade_listing">
          <Trans>Open more copies for trade</Trans>
        </LinkButton>
      </div>
    </>
  )
}

function OfferedCopy({ copy }: { copy: OwnTradeCopy }) {
  const { number } = copy
  const closing = useTradeClosing()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2">
      <CopyLink copy={copy} />
      <Button small onClick={() => closing.ask([copy])}>
        <Trans>Close No. {number} for trade</Trans>
      </Button>
      {closing.dialog}
    </li>
  )
}
