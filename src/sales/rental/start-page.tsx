import { Trans, useLingui } from '@lingui/react/macro'
import { redirect, useNavigate } from 'react-router'
import { ask, nowContext, useEndpointMutation } from '#core/http/ask.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { useWatchVerb, watchPath } from '#src/catalog/asset/watch-link.tsx'
import { useRentLabels } from '#src/catalog/rental-period/rent-labels.tsx'
import { CopyTile } from '#src/catalog/serial/copy-tile.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Facts } from '#src/ui/shares-bar.tsx'
import type { Route } from './+types/start-page.ts'
import { FromNow } from './rental-terms.tsx'
import { getRental, startRental } from './rental.shared.ts'

/** Loads a rental that waits for its first play. Others are watched at once, or have ended. */
export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const rental = await ask(context, getRental, { id })
  const { kid, number, start_by, started_at, status } = rental
  if (status === 'ended') throw redirect(`/payment/rent/success?rental=${id}`)
  if (status !== 'active') throw redirect(`/asset/${kid}?no=${number}`)
  if (start_by === null || started_at !== null) throw redirect(watchPath(kid, number))
  const asset = await ask(context, getAsset, { id: kid })
  return { rental, asset, start_by, now: context.get(nowContext).toISOString() }
}

/** Asks a renter whose period counts from the first play whether it starts now. */
export default function StartPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { rental, asset, start_by, now } = loaderData
  const { id, kid, number, rental_period_seconds: seconds } = rental
  const { daysOf } = useRentLabels()
  const navigate = useNavigate()
  const verb = useWatchVerb(asset)
  const start = useEndpointMutation(startRental)
  const begin = () =>
    start.mutate({ id }, { onSuccess: () => void navigate(watchPath(kid, number)) })
  return (
    <div className="wrap-narrow grid gap-6 pt-6 pb-16 sm:pt-10">
      <title>{t`Start your rental · Renban`}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-h1">
        <Trans>Start your rental of No. {number}?</Trans>
      </h1>
      <div className="grid gap-6 sm:grid-cols-[200px_minmax(0,1fr)] sm:gap-10">
        <div className="w-40 sm:w-auto">
          <CopyTile eager copy={{ ...asset, number }} sizes="200px" />
          <p className="mt-2 font-semibold wrap-anywhere">
            <bdi>{asset.title}</bdi>
          </p>
        </div>
        <div className="grid content-start gap-4">
          <Facts
            facts={[
              [
                <Trans key="n" context="rental">
                  Period
                </Trans>,
                daysOf(seconds),
              ],
              [
                <Trans key="n">Ends if you start now</Trans>,
                <FromNow key="v" seconds={seconds} now={now} />,
              ],
              [<Trans key="n">Start by</Trans>, <UpcomingDateTime key="v" at={start_by} />],
            ]}
          />
          <p className="text-small text-ink-2">
            <Trans>
              Until it ends, play it as often as you like. Once started, it cannot be paused. If you
              do not start it in time, it ends without a refund.
            </Trans>
          </p>
          <RefusalMessage error={start.error} />
          <Button look="main" wide icon="play" busy={start.isPending} onClick={begin}>
            <Trans>Start now · {verb}</Trans>
          </Button>
          <LinkButton wide to={`/asset/${kid}?no=${number}`}>
            <Trans>Not now</Trans>
          </LinkButton>
        </div>
      </div>
    </div>
  )
}
