import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { Progress } from '#src/ui/progress.tsx'
import type { Route } from './+types/desk-page.ts'
import { sheetAddress } from './batch-address.shared.ts'
import { type Desk, getDesk, listClaims } from './coupon.shared.ts'
import { WaitingClaims } from './waiting-claims.tsx'

const ROWS = 20
const queryOf = (id: string, page: number) => ({ id, offset: page * ROWS, limit: ROWS })

/** Loads the counts and the claims of a batch, for a screen on a festival's desk. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const page = pageFromSearch(url.searchParams)
  const [desk, claims] = await Promise.all([
    ask(context, getDesk, { id: params.id }),
    ask(context, listClaims, queryOf(params.id, page)),
  ])
  return { desk, claims, page }
}

export default function DeskPage({ loaderData, params }: Route.ComponentProps) {
  const { t } = useLingui()
  const { batch, latest } = useLiveQuery(
    getDesk,
    { id: params.id },
    { initial: loaderData.desk, refetchInterval: REFETCH_MS.status },
  )
  const { name, count, used, occupied, valid, expired } = batch
  return (
    <div className="wrap grid gap-8 pt-6 pb-16 sm:pt-8">
      <title>{t`Desk of ${name} · Renban`}</title>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-h1 wrap-anywhere">
            <bdi>{name}</bdi>
          </h1>
          <p className="mt-1 text-small text-ink-2">
            <Plural
              value={count}
              one="# code. The counts are refreshed every five seconds."
              other="# codes. The counts are refreshed every five seconds."
            />
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <LinkButton to="/coupons/batches" icon="back">
            <Trans>All batches</Trans>
          </LinkButton>
          <LinkButton to={`${sheetAddress(batch.id)}?size=large`}>
            <Trans>Large codes to print</Trans>
          </LinkButton>
        </div>
      </div>
      <dl className="grid gap-4 sm:grid-cols-3">
        <Count label={<Trans>Handed over</Trans>} value={used} />
        <Count label={<Trans>Waiting for a sign-in</Trans>} value={occupied} />
        <Count label={<Trans>Left</Trans>} value={valid} />
      </dl>
      <Progress label={t`Handed over`} value={count === 0 ? 0 : used / count} />
      {expired > 0 && (
        <p className="text-ink-2">
          <Plural value={expired} one="# code has expired." other="# codes have expired." />
        </p>
      )}
      <Latest latest={latest} />
      <Waiting id={params.id} page={loaderData.page} initial={loaderData.claims} />
    </div>
  )
}

function Count({ label, value }: { label: ReactNode; value: number }) {
  return (
    <div className="panel grid gap-1 p-5 sm:p-6">
      <dt className="text-ink-2">{label}</dt>
      <dd className="number text-[clamp(3rem,9vw,5.5rem)] leading-none">{value}</dd>
    </div>
  )
}

/** Lists the latest claims, so that the desk sees that a scan has arrived. */
function Latest({ latest }: Pick<Desk, 'latest'>) {
  return (
    <section className="grid gap-3">
      <h2 className="text-h2">
        <Trans>Latest claims</Trans>
      </h2>
      {latest.length === 0 && (
        <p className="text-ink-2">
          <Trans>No one has claimed a code yet.</Trans>
        </p>
      )}
      <ul aria-live="polite" className="grid gap-2">
        {latest.map(({ id, number, status, at }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 text-lead">
            <span className="font-semibold">
              {number === null ? (
                <Trans>A random number, or points</Trans>
              ) : (
                <Trans>No. {number}</Trans>
              )}
            </span>
            <span className="text-ink-2">
              {status === 'used' ? (
                <Trans>Handed over</Trans>
              ) : (
                <Trans>Waiting for a sign-in</Trans>
              )}
            </span>
            <span className="text-small text-ink-2">
              <DateTime at={at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Lists the claims that wait for a sign-in. Shows nothing while there are none. */
function Waiting(props: { id: string; page: number; initial: ReplyOf<typeof listClaims> }) {
  const { id, page, initial } = props
  const { items, total } = useLiveQuery(listClaims, queryOf(id, page), {
    initial,
    refetchInterval: REFETCH_MS.status,
  })
  if (total === 0) return null
  return (
    <section className="grid gap-3">
      <h2 className="text-h2">
        <Trans>Waiting for a sign-in</Trans>
      </h2>
      <p className="max-w-[66ch] text-ink-2">
        <Trans>
          Their copies stay reserved until the codes expire. Take a claim back if the person does
          not come.
        </Trans>
      </p>
      <PagedList isBelow of={{ items, total, page, rows: ROWS }} empty={null}>
        <WaitingClaims claims={items} />
      </PagedList>
    </section>
  )
}
