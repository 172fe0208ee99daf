import { Trans, useLingui } from '@lingui/react/macro'
import { Form, redirect } from 'react-router'
import { ask, askOptional } from '#core/http/ask.ts'
import { CopyCard } from '#src/catalog/serial/copy-card.tsx'
import { requirePageOn } from '#src/platform/settings/feature-pages.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { CardList } from '#src/ui/card-list.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { TextField } from '#src/ui/field.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import type { Route } from './+types/screenings-page.ts'
import {
  getInvitation,
  listScreenings,
  screeningPath,
  type ScreeningSummary,
} from './screening.shared.ts'

const ROWS = 16

/** Loads the reader's screenings. `?code=…`, from the form on the page, leads to the screening if there is one. */
export async function loader({ context, url }: Route.LoaderArgs) {
  await requirePageOn(context, 'screening_enabled')
  const code = url.searchParams.get('code')?.trim()
  const none = ['not_found', 'input_invalid'] as const
  if (code && (await askOptional(context, none, getInvitation, { code })))
    throw redirect(screeningPath(encodeURIComponent(code)))
  const page = pageFromSearch(url.searchParams)
  const screenings = await ask(context, listScreenings, { offset: page * ROWS, limit: ROWS })
  return { page, screenings, unknown: code || undefined }
}

/** Lists the screenings that the reader opened or joined, and takes the code of another one. */
export default function ScreeningsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page, screenings, unknown } = loaderData
  const { items, total } = screenings
  return (
    <div className="wrap max-w-[960px] pt-6 pb-16 sm:pt-8">
      <title>{t`Screenings · Renban`}</title>
      <h1 className="mb-6 text-h1">
        <Trans>Screenings</Trans>
      </h1>
      <Form className="mb-8 flex max-w-120 flex-wrap items-end gap-3">
        <div className="min-w-52 flex-1">
          <TextField
            name="code"
            label={t`Code of a screening`}
            autoComplete="off"
            required
            defaultValue={unknown}
            error={unknown && <Trans>No screening has this code. Check it with the host.</Trans>}
          />
        </div>
        <Button type="submit">
          <Trans>Join a screening</Trans>
        </Button>
      </Form>
      <CardList of={{ items, total, page, rows: ROWS }} empty={<NoScreenings />}>
        {(screening) => <Row screening={screening} />}
      </CardList>
    </div>
  )
}

function NoScreenings() {
  return (
    <EmptyState
      title={<Trans>No screenings yet</Trans>}
      actions={
        <LinkButton look="main" to="/asset">
          <Trans>Go to your collection</Trans>
        </LinkButton>
      }
    >
      <Trans>
        Show one of your copies to friends. Choose a copy in your collection, then “Watch together”
        or “Listen together”.
      </Trans>
    </EmptyState>
  )
}

function Row({ screening }: { screening: ScreeningSummary }) {
  const { copy, role, status, code } = screening
  return (
    <CopyCard
      copy={copy}
      owned={role === 'host'}
      state={<State status={status} />}
      about={
        <p>
          <When screening={screening} />
        </p>
      }
    >
      {code && (
        <div>
          <LinkButton small to={screeningPath(code)}>
            <Trans>Go to the screening</Trans>
          </LinkButton>
        </div>
      )}
    </CopyCard>
  )
}

/** Says who showed a copy and when. One that was never started was only opened. */
function When({ screening }: { screening: ScreeningSummary }) {
  const { role, host_name, created_at, started_at } = screening
  if (started_at)
    return role === 'host' ? (
      <Trans>
        Shown by you on <DateTime at={started_at} />
      </Trans>
    ) : (
      <Trans>
        Shown by {host_name} on <DateTime at={started_at} />
      </Trans>
    )
  return role === 'host' ? (
    <Trans>
      Opened by you on <DateTime at={created_at} />
    </Trans>
  ) : (
    <Trans>
      Opened by {host_name} on <DateTime at={created_at} />
    </Trans>
  )
}

function State({ status }: Pick<ScreeningSummary, 'status'>) {
  if (status === 'ended')
    return (
      <StateTag tone="mute">
        <Trans context="screening">Ended</Trans>
      </StateTag>
    )
  return status === 'running' ? (
    <StateTag tone="ok" icon="play">
      <Trans context="screening">Running</Trans>
    </StateTag>
  ) : (
    <StateTag tone="info">
      <Trans context="screening">Guests gather</Trans>
    </StateTag>
  )
}
