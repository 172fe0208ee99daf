import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { ask, REFETCH_MS, useEndpointMutation, useLiveQuery } from '#core/http/ask.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { getCardState } from '#src/sales/purchase/purchase.shared.ts'
import { EndOffer, OfferFrame } from '#src/sales/offer-pages.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { Money } from '#src/ui/money.tsx'
import { Pagination, pageFromSearch } from '#src/ui/pagination.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { Qr } from '#src/ui/qr.tsx'
import { Section } from '#src/ui/section.tsx'
import { ShareButton } from '#src/ui/share-button.tsx'
import { Facts } from '#src/ui/shares-bar.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import type { Route } from './+types/distribution-page.ts'
import { ClaimsTable } from './claims-table.tsx'
import {
  claimsFile,
  type Distribution,
  endDistribution,
  getDistribution,
  listClaims,
} from './distribution.shared.ts'
import { DistributionState } from './distribution-state.tsx'
import { FeeForm, Unpaid } from './fee-form.tsx'

const ROWS = 100 // claims
const SOON: readonly Distribution['status'][] = ['awaiting_payment', 'executing']

/** Loads one of the creator's distributions, a page of its claims and what its payment needs. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { id } = params
  const page = pageFromSearch(url.searchParams)
  const query = { id, offset: page * ROWS, limit: ROWS }
  const [distribution, claims, balance, settings, card] = await Promise.all([
    ask(context, getDistribution, { id }),
    ask(context, listClaims, query),
    ask(context, getBalance, {}),
    ask(context, getSettings, {}),
    ask(context, getCardState, {}),
  ])
  return { distribution, page, query, claims, balance, settings, card }
}

export default function DistributionPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { id } = loaderData.distribution
  const one = useLiveQuery(
    getDistribution,
    { id },
    {
      initial: loaderData.distribution,
      refetchInterval: ({ status }) =>
        SOON.includes(status) || status === 'done' ? REFETCH_MS.status : false,
    },
  )
  return (
    <OfferFrame
      tab={t`Free distribution of ${one.title} · Renban`}
      list={{ to: '/asset/distributions', name: <Trans>Free distributions</Trans> }}
      title={one.title}
      state={<DistributionState status={one.status} />}
    >
      <Terms of={one} />
      <Step of={one} loaded={loaderData} />
    </OfferFrame>
  )
}

/** Shows what its state asks for: paying, waiting, or following the claims. */
function Step({ of, loaded }: { of: Distribution; loaded: Route.ComponentProps['loaderData'] }) {
  const { t } = useLingui()
  if (of.status === 'draft') return <FeeForm of={of} {...loaded} />
  if (of.status === 'awaiting_payment') return <Unpaid of={of} />
  if (of.status === 'executing')
    return (
      <Section title={<Trans>Thank you. The copies can be claimed in a moment.</Trans>}>
        <Progress label={t`Starting the distribution`} />
      </Section>
    )
  if (of.status === 'failed') return <Failed of={of} />
  return (
    <>
      {of.status === 'done' && <Open of={of} />}
      {of.status === 'revoked' && (
        <Note tone="warn">
          <Trans>The bank took back the fee, so this distribution has ended.</Trans>
        </Note>
      )}
      <Claims of={of} loaded={loaded} />
    </>
  )
}

function Terms({ of }: { of: Distribution }) {
  const { numbers, copies, people, max_count_per_wallet, fee } = of
  const facts: [name: ReactNode, value: ReactNode][] = [
    [
      <Trans key="n" context="distribution">
        Copies
      </Trans>,
      copies,
    ],
    [<Trans key="n">Numbers</Trans>, numbers],
    [
      <Trans key="n">Who can claim</Trans>,
      people === null ? (
        <Trans key="v">Anyone with the link</Trans>
      ) : (
        <Plural key="v" value={people} one="# person on your list" other="# people on your list" />
      ),
    ],
    [<Trans key="n">Per person</Trans>, max_count_per_wallet ?? <Trans key="v">No limit</Trans>],
    [<Trans key="n">Fee, tax included</Trans>, <Money key="v" yen={fee} />],
  ]
  return (
    <section className="panel p-5 sm:p-6">
      <Facts facts={facts} />
    </section>
  )
}

function Failed({ of }: { of: Distribution }) {
  return (
    <Section
      title={<Trans>Nothing was given away</Trans>}
      aside={
        <LinkButton look="main" to={`/asset/distribute?kid=${of.kid}`}>
          <Trans>Choose copies again</Trans>
        </LinkButton>
      }
    >
      <p>
        {of.refund === 'done' ? (
          <Trans>A copy was no longer available. We refunded your fee.</Trans>
        ) : (
          <Trans>A copy was no longer available. We are refunding your fee.</Trans>
        )}
      </p>
    </Section>
  )
}

/** The link to give to people, as text and as a QR code, and the button that ends it. */
function Open({ of }: { of: Distribution }) {
  const { t } = useLingui()
  const ending = useEndpointMutation(endDistribution)
  const { publicUrl } = useRouteLoaderData<{ publicUrl: string }>('root')!
  const path = `/distributions/${of.id}`
  return (
    <Section
      title={<Trans>Your link</Trans>}
      hint={t`Send it, or let people scan the code. Each person signs in with an email address.`}
    >
      <div className="grid items-start gap-5 sm:grid-cols-[180px_minmax(0,1fr)]">
        <div className="w-45">
          <Qr text={publicUrl + path} label={t`QR code of the link`} />
        </div>
        <div className="grid gap-4">
          <p className="text-small wrap-anywhere">{publicUrl + path}</p>
          <div className="flex flex-wrap gap-3">
            <ShareButton title={of.title} path={path} />
            {of.claimed < of.copies && (
              <EndOffer
                id={of.id}
                button={<Trans>End the distribution</Trans>}
                question={t`End the distribution?`}
                ending={ending}
              >
                <Plural
                  value={of.copies - of.claimed}
                  one="# copy stays with you. The fee is not returned."
                  other="# copies stay with you. The fee is not returned."
                />
              </EndOffer>
            )}
          </div>
        </div>
      </div>
    </Section>
  )
}

function Claims({ of, loaded }: { of: Distribution; loaded: Route.ComponentProps['loaderData'] }) {
  const { t } = useLingui()
  const { claimed, copies } = of
  const { items } = useLiveQuery(listClaims, loaded.query, {
    initial: loaded.claims,
    refetchInterval: of.status === 'done' ? REFETCH_MS.status : false,
  })
  return (
    <Section
      title={t`${claimed} of ${copies} claimed`}
      aside={
        <a href={claimsFile(of.id)} download className="inline-flex min-h-11 items-center">
          <Trans>Download as CSV</Trans>
        </a>
      }
    >
      <Progress label={t`Claimed copies`} value={claimed / copies} />
      <ClaimsTable claims={items.filter(({ claimed_at }) => claimed_at !== null)} kid={of.kid} />
      <Pagination
        isBelow
        page={loaded.page}
        count={Math.ceil(claimed / ROWS)}
        hrefOf={(to) => `?page=${to}`}
      />
    </Section>
  )
}
