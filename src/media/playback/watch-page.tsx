import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { data, Link, redirect, type RouterContextProvider, useParams } from 'react-router'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { ask, nowContext, type refusedPage } from '#core/http/ask.ts'
import { chosenName } from '#src/accounts/account/account.shared.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { type Asset, getAsset } from '#src/catalog/asset/asset.shared.ts'
import { comesWith, listExtras } from '#src/media/extras/extra.shared.ts'
import { OwnExtras } from '#src/media/extras/own-extras.tsx'
import { getSerial, isToShow } from '#src/catalog/serial/serial.shared.ts'
import { ScreeningLink } from '#src/catalog/asset/screening-link.tsx'
import { ErrorScreen, errorScreenProps } from '#src/platform/layout/error-screen.tsx'
import { formatParams } from '#src/i18n/format-params.ts'
import { useInMenu } from '#src/platform/settings/in-menu.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { LastDayCountdown } from '#src/ui/countdown.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { RefusalWords } from '#src/ui/refusal-message.tsx'
import { type ServerClock, useServerClock } from '#src/ui/server-clock.ts'
import { useHydrating } from '#src/ui/use-hydrating.ts'
import type { Route } from './+types/watch-page.ts'
import { NumberChoice, numbersToWatch } from './number-choice.tsx'
import { OpeningCard } from './opening-card.tsx'
import { LazyPlayer } from './lazy-player.tsx'
import { PictureViewer } from './picture-viewer.tsx'
import { createDrmToken, getChapters, getSound } from './playback.shared.ts'
import { clockTime } from '#src/catalog/asset/clock-time.shared.ts'
import { type Work } from './player.shared.ts'
import { RentAgain, RentedUntil, UntilWhen } from './rented-until.tsx'
import { usePositionKeeper } from './resume-position.tsx'
import { useForget } from './started-titles.tsx'
import './player.css'

const YEAR_SECONDS = 365 * DAY_SECONDS

/**
 * Loads the title and the number to watch. The token stays on the server, except a picture's, which
 * serves one request.
 */
export async function loader({ context, params: { kid }, request, url }: Route.LoaderArgs) {
  const chosen = parseNumber(url.searchParams.get('no'))
  const serial_number = chosen ?? parseNumber(chosenNumber(request, kid))
  const [granted, asset, { items: extras }] = await Promise.all([
    ask(context, createDrmToken, { kid, serial_number }).catch(askToStart),
    ask(context, getAsset, { id: kid }),
    ask(context, listExtras, { id: kid }),
  ])
  const { chapters } = await ask(context, getChapters, { id: kid })
  const isSong = asset.media_type === 'audio' && asset.published_at
  const sound = isSong ? (await ask(context, getSound, { id: kid })).sound : null
  const { serial_number: number, owned_since: since, rented_until: until, image_url, as } = granted
  const numbers = number === null ? [] : await numbersToWatch(context, asset, number)
  const found = {
    asset,
    sound,
    chapters,
    extras: extras.filter(
      (extra) => extra.can_open && (number === null || comesWith(extra, number)),
    ),
    numbers,
    copy: number === null ? undefined : { number, since, until, isLoan: as === 'borrower' },
    isShown: await isShowable(context, asset, granted),
    image_url,
    now: context.get(nowContext).toISOString(),
  }
  const isChosen = chosen !== undefined && chosen === number
  return data(
    found,
    isChosen ? { headers: { 'set-cookie': numberCookie(kid, number) } } : undefined,
  )
}

/** Tells if the viewer watches a copy of theirs that they can show to others. */
async function isShowable(
  context: Readonly<RouterContextProvider>,
  asset: Asset,
  { as, serial_number }: ReplyOf<typeof createDrmToken>,
) {
  if (as !== 'owner' || serial_number === null) return false
  return isToShow(asset, await ask(context, getSerial, { id: asset.kid, number: serial_number }))
}

/** Leads a renter whose period counts from the first play to the page that asks whether to start it. */
function askToStart(error: unknown): never {
  const { code, params } = (error as Partial<ReturnType<typeof refusedPage>>).data ?? {}
  if (code === 'rental_not_started') throw redirect(`/rentals/${params?.id}/start`)
  throw error
}

const parseNumber = (text: string | null | undefined) =>
  text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

/**
 * Returns the number that the viewer chose last for this title, from a cookie that only this page
 * receives.
 */
const chosenNumber = ({ headers: requestHeaders }: Request, kid: string) =>
  new RegExp(`(?:^|; ?)no-${kid}=(\\d+)`).exec(requestHeaders.get('cookie') ?? '')?.[1]

const numberCookie = (kid: string, number: number) =>
  `no-${kid}=${number}; Path=/asset/${kid}; Max-Age=${YEAR_SECONDS}; SameSite=Lax; HttpOnly`

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const all = new Headers(loaderHeaders)
  all.set('cache-control', 'no-store')
  return all
}

export default function WatchPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { asset, copy, image_url } = loaderData
  return (
    <>
      <title>{t`${asset.title} · Renban`}</title>
      {image_url ? (
        <Viewer key={asset.kid} {...loaderData} url={image_url} />
      ) : (
        <Stage key={`${asset.kid} ${copy?.number}`} {...loaderData} />
      )}
      <WatchExtras extras={loaderData.extras} />
    </>
  )
}

/** Shows the extras of the number being watched. */
function WatchExtras({ extras }: Pick<PageData, 'extras'>) {
  const heading = (
    <h2 className="text-h2">
      <Trans>Your extras</Trans>
    </h2>
  )
  if (extras.length === 0) return null
  return (
    <div className="wrap pb-16">
      <div className="max-w-[720px] border-t border-line pt-6">
        <OwnExtras extras={extras} heading={heading} />
      </div>
    </div>
  )
}

type PageData = Omit<Route.ComponentProps['loaderData'], 'image_url'>

function Stage({ asset, copy, numbers, isShown, sound, chapters, now }: PageData) {
  const { kid, title, poster } = asset
  const holder = chosenName(useReader())
  const [stoppedAt] = useState(asset.my_position_seconds)
  const [startAt, setStartAt] = useState(stoppedAt ?? undefined)
  const keepPosition = usePositionKeeper(kid)
  const forget = useForget()
  const startOver = () => {
    setStartAt(0)
    void forget(kid)
  }
  const clock = useServerClock(now)
  const isBrowser = !useHydrating()
  const work = useMemo<Work>(
    () => ({
      title,
      poster,
      media: asset.media_type === 'audio' ? 'audio' : 'video',
      brand: asset.brand?.name,
      copy: copy && { number: copy.number, of: asset.copies_count },
    }),
    [title, poster, asset, copy],
  )
  const card = (
    <OpeningCard
      title={title}
      copy={copy}
      holder={holder}
      colour={asset.obi}
      of={asset.copies_count}
      first={asset.first_number}
    />
  )
  return (
    <>
      <div className="cinema">
        {isBrowser ? (
          <Suspense fallback={<StillFrame work={work}>{card}</StillFrame>}>
            <LazyPlayer
              work={work}
              card={card}
              sound={sound}
              chapters={chapters}
              startAt={startAt}
              source={{ kid, serial_number: copy?.number }}
              wholePage
              onTime={keepPosition}
              note={copy?.until && <TimeToWatch until={copy.until} clock={clock} />}
            />
          </Suspense>
        ) : (
          <StillFrame work={work}>{card}</StillFrame>
        )}
      </div>
      <TitleDetails asset={asset} copy={copy} numbers={numbers} isShown={isShown} now={now}>
        {stoppedAt !== null && startAt === stoppedAt && (
          <p className="flex flex-wrap items-center gap-x-2 text-small text-ink-2">
            <Trans>Playing from {clockTime(stoppedAt)}, where you stopped.</Trans>
            <button type="button" className="min-h-11 underline" onClick={startOver}>
              <Trans>Start over</Trans>
            </button>
          </p>
        )}
        <p className="hidden text-small text-ink-2 lg:block">
          <Trans>Space to pause, J and L for 10 seconds, C for captions, ? for all keys</Trans>
        </p>
      </TitleDetails>
    </>
  )
}

/** Shows the time left on the player, which begins anew when somebody tries again. */
const TimeToWatch = ({ until, clock }: { until: string; clock: ServerClock }) => (
  <LastDayCountdown until={until} now={clock()} />
)

/** Shows the still picture until the player is loaded. */
function StillFrame({ work, children }: { work: Work; children: ReactNode }) {
  return (
    <div className="player" data-media={work.media}>
      {work.poster && (
        <div className="player-still">
          <Picture source={work.poster} alt="" sizes="100vw" eager />
        </div>
      )}
      <div className="player-card">{children}</div>
    </div>
  )
}

function Viewer({ url, ...shown }: Parameters<typeof TitleDetails>[0] & { url: string }) {
  return (
    <>
      <PictureViewer url={url} title={shown.asset.title} />
      <TitleDetails {...shown} />
    </>
  )
}

function TitleDetails(
  props: Pick<PageData, 'asset' | 'copy' | 'numbers' | 'isShown' | 'now'> & {
    children?: ReactNode
  },
) {
  const { asset, copy, numbers, isShown, now, children } = props
  const { kid, copies_count: of, title } = asset
  return (
    <div className="wrap flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 pt-5 pb-14">
      <div className="grid gap-1">
        <h1 className="text-h2">
          <Link to={`/asset/${kid}`}>
            <bdi>{title}</bdi>
          </Link>
        </h1>
        {copy && (
          <p className="text-small text-ink-2">
            <Trans>
              No. {copy.number} of {of}
            </Trans>
          </p>
        )}
        {copy?.until && (
          <p className="text-small text-ink-2">
            <RentedUntil until={copy.until} isLoan={copy.isLoan} now={now} />
          </p>
        )}
        {copy && isShown && (
          <div className="my-1">
            <ScreeningLink small asset={asset} number={copy.number} />
          </div>
        )}
        {copy && <NumberChoice numbers={numbers} shown={copy.number} />}
      </div>
      {children}
    </div>
  )
}

/** Explains why the viewer may not watch, and links to the title's copies. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  const { kid } = useParams()
  const { status, code, params } = errorScreenProps(error)
  const isToLoans = useInMenu('loans') && code === 'lent_out'
  const title = useHeading(code)
  if (status !== 403 && status !== 409)
    return <ErrorScreen status={status} code={code} params={params} />
  return (
    <div className="wrap py-10 sm:py-16">
      <title>{t`${title} · Renban`}</title>
      <EmptyState
        whole
        title={title}
        actions={
          <>
            {code === 'rental_ended' && <RentAgain kid={kid!} />}
            {isToLoans && (
              <LinkButton look="main" to="/loans">
                <Trans>See your loans</Trans>
              </LinkButton>
            )}
            <LinkButton
              look={code === 'rental_ended' || isToLoans ? 'other' : 'main'}
              to={`/asset/${kid}`}
            >
              <Trans>See the title and its copies</Trans>
            </LinkButton>
          </>
        }
      >
        {params.until ? (
          <UntilWhen code={code} until={params.until} />
        ) : (
          <p>
            <RefusalWords code={code} values={formatParams(params)} />
          </p>
        )}
      </EmptyState>
    </div>
  )
}

function useHeading(code: string): string {
  const { t } = useLingui()
  if (code === 'rented_out') return t`Your copy is rented out`
  if (code === 'rental_ended') return t`Your rental has ended`
  if (code === 'lent_out') return t`You have lent this copy`
  if (code === 'loan_ended') return t`The loan has ended`
  if (code === 'region_unavailable') return t`Not available in your region`
  if (code === 'not_yours_to_watch') return t`You have no copy of this title`
  return t`You cannot watch this now`
}
