import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import type { Verification } from '#src/catalog/brand/verification.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { SegmentedLinks } from '#src/ui/segmented-control.tsx'
import type { Route } from './+types/verifications-page.ts'
import { VerificationDialog } from './verification-dialog.tsx'
import {
  listVerifications,
  type VerificationRequest,
  verificationsShown,
} from './verification.shared.ts'

const ROWS = 50

/** Loads the requests for badges, or the verified brands. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const page = pageFromSearch(url.searchParams)
  const show = verificationsShown.find((one) => one === url.searchParams.get('show')) ?? 'waiting'
  const query = { show, offset: page * ROWS, limit: ROWS }
  return { page, query, requests: await ask(context, listVerifications, query) }
}

export default function VerificationsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page, query } = loaderData
  const { show } = query
  const { items, total } = useLiveQuery(listVerifications, query, {
    initial: loaderData.requests,
    refetchInterval: REFETCH_MS.grid,
  })
  return (
    <div className="wrap grid gap-6 pt-6 pb-16 sm:pt-8">
      <title>{t`Verified brands · Renban`}</title>
      <div>
        <h1 className="text-h1">
          <Trans>Verified brands</Trans>
        </h1>
        <p className="mt-1 max-w-prose text-small text-ink-2">
          <Trans>
            Check that the creator may use the name. The badge ends automatically if the name
            changes.
          </Trans>
        </p>
      </div>
      <SegmentedLinks
        label={t`Status`}
        value={show}
        options={[
          { value: 'waiting', label: t`To decide`, to: '?show=waiting' },
          { value: 'verified', label: t`With the badge`, to: '?show=verified' },
        ]}
      />
      <PagedList
        of={{ items, total, page, rows: ROWS }}
        empty={
          <EmptyState
            title={
              show === 'waiting' ? (
                <Trans>No requests are waiting</Trans>
              ) : (
                <Trans>No verified brands</Trans>
              )
            }
          />
        }
        hrefOf={(to) => `?show=${show}&page=${to}`}
      >
        <ul className="panel divide-y divide-line">
          {items.map((one) => (
            <RequestRow key={one.brand_id} request={one} />
          ))}
        </ul>
      </PagedList>
    </div>
  )
}

function RequestRow({ request }: { request: VerificationRequest }) {
  const { t } = useLingui()
  const { name, path, creator, evidence, asked_at, verified_at } = request
  const [decision, setDecision] = useState<Verification>()
  return (
    <li className="grid gap-3 px-5 py-4 wrap-anywhere">
      <div>
        <Link to={path} className="link font-semibold">
          {name}
        </Link>
        <p className="text-small text-ink-2">
          {creator} ·{' '}
          {verified_at ? (
            <Trans>
              Verified <DateTime at={verified_at} detail="day" />
            </Trans>
          ) : (
            <Trans>
              Asked <DateTime at={asked_at} detail="day" />
            </Trans>
          )}
        </p>
      </div>
      <p dir="auto" className="max-w-prose whitespace-pre-line">
        {evidence}
      </p>
      <div className="flex flex-wrap gap-3">
        {verified_at ? (
          <Button
            small
            aria-label={t`Take the badge of ${name} back`}
            onClick={() => setDecision('withdraw')}
          >
            <Trans>Take it back</Trans>
          </Button>
        ) : (
          <>
            <Button
              small
              aria-label={t`Grant the badge to ${name}`}
              onClick={() => setDecision('grant')}
            >
              <Trans>Grant</Trans>
            </Button>
            <Button
              small
              aria-label={t`Refuse the badge to ${name}`}
              onClick={() => setDecision('refuse')}
            >
              <Trans>Refuse</Trans>
            </Button>
          </>
        )}
      </div>
      {decision && (
        <VerificationDialog
          request={request}
          decision={decision}
          onClose={() => setDecision(undefined)}
        />
      )}
    </li>
  )
}
