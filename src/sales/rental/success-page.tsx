import { Trans, useLingui } from '@lingui/react/macro'
import { askOptional, useLiveQuery } from '#core/http/ask.ts'
import { type Asset, getAsset } from '#src/catalog/asset/asset.shared.ts'
import { useLiveUpdates } from '#src/platform/realtime/live-updates.tsx'
import { isOpen, LetGo, NothingHere, notTheirs, Preparing } from '#src/sales/purchase/outcome.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Route } from './+types/success-page.ts'
import { getRental, type Rental } from './rental.shared.ts'
import { YoursUntil } from './yours-until.tsx'

/** Loads the state of a rental, paid by card or from balance. The page grants nothing. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const id = url.searchParams.get('rental') ?? ''
  const rental = await askOptional(context, notTheirs, getRental, { id })
  const asset = rental && (await askOptional(context, notTheirs, getAsset, { id: rental.kid }))
  return asset ? { rental, asset } : null
}

export default function SuccessPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <div className="wrap pt-8 pb-16">
      {loaderData ? (
        <Outcome {...loaderData} />
      ) : (
        <NothingHere
          title={t`Rental · Renban`}
          heading={<Trans>No rental to show here</Trans>}
          to="/asset/rented"
          place={<Trans>Rented</Trans>}
        >
          <Trans>What you have rented is under “Rented”.</Trans>
        </NothingHere>
      )}
    </div>
  )
}

function Outcome({ rental: initial, asset }: { rental: Rental; asset: Asset }) {
  const { t } = useLingui()
  const each = useLiveUpdates(initial.kid)
  const every = (latest: Rental) => isOpen(latest) && each
  const rental = useLiveQuery(getRental, { id: initial.id }, { initial, refetchInterval: every })
  const { status, number } = rental
  if (status === 'active') return <YoursUntil rental={rental} asset={asset} />
  if (status === 'reserved') return <Waiting rental={rental} />
  if (status === 'ended') return <Over rental={rental} />
  return (
    <LetGo
      of={rental}
      title={t`Rental · Renban`}
      heading={<Trans>No. {number} was not rented</Trans>}
    />
  )
}

function Waiting({ rental }: { rental: Rental }) {
  const { t } = useLingui()
  const { number, title, checkout_url } = rental
  return (
    <Preparing
      title={t`Preparing No. ${number} · Renban`}
      heading={<Trans>Preparing No. {number}</Trans>}
      slow={
        <Trans>
          This takes longer than usual. You can leave this page: your rental begins by itself once
          the card has paid.
        </Trans>
      }
      checkout_url={checkout_url}
    >
      <Trans>We are waiting for the card’s answer for “{title}”. It takes a few seconds.</Trans>
    </Preparing>
  )
}

/** Shows a rental that has ended. */
function Over({ rental: { kid, number } }: { rental: Rental }) {
  const { t } = useLingui()
  return (
    <>
      <title>{t`Rental · Renban`}</title>
      <EmptyState
        whole
        title={<Trans>Your rental of No. {number} has ended</Trans>}
        actions={
          <LinkButton look="main" to={`/asset/${kid}?no=${number}`}>
            <Trans>See the title</Trans>
          </LinkButton>
        }
      />
    </>
  )
}
