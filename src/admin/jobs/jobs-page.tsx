import { Trans, useLingui } from '@lingui/react/macro'
import {
  ask,
  REFETCH_MS,
  useEndpointMutation,
  useLiveQuery,
  useRefetchAll,
} from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { DateTime, UpcomingDateTime } from '#src/ui/date-time.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { useToast } from '#src/ui/toast.tsx'
import type { Route } from './+types/jobs-page.ts'
import { type Job, listJobs, retryJob } from './job.shared.ts'
import { Lateness } from './lateness.tsx'

const ROWS = 50
const queryOf = (page: number) => ({ offset: page * ROWS, limit: ROWS })

/** Loads the jobs that failed at least once. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const page = pageFromSearch(url.searchParams)
  return { page, jobs: await ask(context, listJobs, queryOf(page)) }
}

export default function JobsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page } = loaderData
  const { items, total, waiting, running, seconds_late } = useLiveQuery(listJobs, queryOf(page), {
    initial: loaderData.jobs,
    refetchInterval: REFETCH_MS.grid,
  })
  const retry = useRetry()
  const columns = useColumns(retry)
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <title>{t`Background jobs · Renban`}</title>
      <h1 className="text-h1">
        <Trans>Background jobs</Trans>
      </h1>
      <p className="mt-1 mb-6 max-w-prose text-small text-ink-2">
        <Trans>
          {waiting} waiting, {running} running.
        </Trans>
        <Gap />
        <Lateness seconds={seconds_late} />
      </p>
      <div className="grid gap-6">
        <RefusalMessage error={retry.error} />
        <PagedList
          of={{ items, total, page, rows: ROWS }}
          empty={
            <EmptyState title={<Trans>No job has failed</Trans>}>
              <Trans>
                A job that fails is tried again automatically, up to 25 times, at ever longer
                intervals.
              </Trans>
            </EmptyState>
          }
        >
          <div className="panel">
            <Table<Job>
              caption={t`Jobs that failed`}
              rows={items}
              columns={columns}
              keyOf={({ id }) => id}
            />
          </div>
        </PagedList>
      </div>
    </div>
  )
}

function useRetry() {
  const { t } = useLingui()
  const toast = useToast()
  const refetch = useRefetchAll()
  const { mutate, ...doing } = useEndpointMutation(retryJob, { afterRefusal: refetch })
  const retry = (id: string) =>
    mutate(
      { id },
      {
        onSuccess: () => {
          toast({ message: t`The job starts within a second.` })
          void refetch()
        },
      },
    )
  return { ...doing, retry }
}

function useColumns({ retry, isPending, variables }: ReturnType<typeof useRetry>): Column<Job>[] {
  const { t } = useLingui()
  return [
    {
      key: 'job',
      label: t`Job`,
      lead: true,
      cell: ({ name, error }) => (
        <span className="grid min-w-0 gap-1 text-start">
          <span className="font-semibold wrap-anywhere">{name}</span>
          <span lang="en" className="text-hint font-normal wrap-anywhere text-ink-2">
            {error}
          </span>
        </span>
      ),
    },
    { key: 'state', label: t`Status`, cell: (job) => <State job={job} /> },
    { key: 'since', label: t`Since`, cell: ({ created_at }) => <DateTime at={created_at} /> },
    {
      key: 'retry',
      label: t`Try again`,
      end: true,
      cell: ({ id }) => (
        <Button small busy={isPending && variables?.id === id} onClick={() => retry(id)}>
          <Trans>Try now</Trans>
        </Button>
      ),
    },
  ]
}

function State({ job: { state, attempts, tries, next_at } }: { job: Job }) {
  return (
    <span className="grid justify-items-start gap-1">
      {state === 'failed' ? (
        <StateTag tone="bad">
          <Trans>Failed</Trans>
        </StateTag>
      ) : (
        <StateTag tone="warn">
          <Trans>Tried again later</Trans>
        </StateTag>
      )}
      <span className="text-hint text-ink-2">
        <Trans>
          Attempt {attempts} of {tries}
        </Trans>
        {next_at && (
          <>
            <Gap />
            <Trans>
              Next: <UpcomingDateTime at={next_at} />
            </Trans>
          </>
        )}
      </span>
    </span>
  )
}
