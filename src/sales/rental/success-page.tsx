import { Trans, useLingui } from '@lingui/react/macro'
import { type Loaded, loadOutcome, OutcomePage } from '#src/sales/purchase/outcome.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Route } from './+types/success-page.ts'
import { getRental, type Rental } from './rental.shared.ts'
import { YoursUntil } from './yours-until.tsx'

export const loader = ({ context, url }: Route.LoaderArgs) =>
  loadOutcome(context, getRental, url.searchParams.get('rental'))

export default function SuccessPage({ loaderData }: Route.ComponentProps) {
  return <OutcomePage deal="rental" getPaid={getRental} loaded={loaderData} Done={Rented} />
}

function Rented({ paid, asset }: Loaded<Rental>) {
  if (paid.status === 'ended') return <Over rental={paid} />
  return <YoursUntil rental={paid} asset={asset} />
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
