import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useId, useState } from 'react'
import { REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { useTransfers } from '#src/studio/file-transfer/transfers.tsx'
import { Pagination } from '#src/ui/pagination.tsx'
import { listUploads, type Upload } from '#src/media/upload/upload.shared.ts'
import { type QueuedTitle, useTitleQueue } from './title-queue.tsx'
import { QueueBar } from './queue-bar.tsx'
import { QueuedTitleRow, UploadRow } from './queue-row.tsx'
import { type Group, groups, queueQuery, uploadStateOf } from './upload-state.shared.ts'

const DropDialog = lazy(() =>
  import('./drop-dialog.tsx').then(({ DropDialog: dialog }) => ({ default: dialog })),
)

interface Dropping {
  uploads: readonly Upload[]
  queued: readonly QueuedTitle[]
}

/**
 * All of one's uploads that are under way or were done lately, and the titles that wait for their turn
 * in this browser. `empty` is shown where there are none.
 */
export function QueueList(props: {
  initial: ReplyOf<typeof listUploads>
  /** The house's clock at the request, in milliseconds. */
  now: number
  page?: number
  empty?: ReactNode
}) {
  const { initial, now, page = 0, empty } = props
  const { t } = useLingui()
  const queued = useTitleQueue()
  const transfers = useTransfers()
  const isOpen = ({ status }: Upload) => !['done', 'failed'].includes(status)
  const query = queueQuery(now, page)
  const { items, total } = useLiveQuery(listUploads, query, {
    initial,
    refetchInterval: (latest) => (latest.items.some(isOpen) || queued.length > 0) && REFETCH_MS.status,
  })
  const askAgain = useRefetchOnChange(queued.length, transfers.size)
  const [dropping, setDropping] = useState<Dropping>()
  const uploads = items.flatMap((upload) => {
    const state = uploadStateOf(upload, transfers, now)
    return state ? [{ upload, ...state }] : []
  })
  const toSend = uploads.filter(({ upload }) => upload.status === 'uploading')
  if (uploads.length === 0 && queued.length === 0) return empty
  return (
    <div className="grid gap-7">
      <QueueBar
        {...{ uploads: toSend, queued }}
        label={t`All uploads`}
        onDropAll={() => setDropping({ uploads: toSend.map(({ upload }) => upload), queued })}
      />
      {groups.map((group) => (
        <QueueGroup key={group} group={group}>
          {uploads
            .filter((one) => one.group === group)
            .map(({ upload, ...state }) => (
              <UploadRow
                key={upload.uuid}
                {...{ upload, state }}
                onDrop={() => setDropping({ uploads: [upload], queued: [] })}
              />
            ))}
          {queued
            .filter(({ phase }) => group === (phase === 'refused' ? 'trouble' : 'sending'))
            .map((title) => (
              <QueuedTitleRow key={title.id} title={title} />
            ))}
        </QueueGroup>
      ))}
      <Pagination
        page={page}
        count={Math.ceil(total / query.limit)}
        hrefOf={(to) => (to === 0 ? '/uploads' : `/uploads?page=${to}`)}
      />
      <Suspense>
        {dropping && (
          <DropDialog
            {...dropping}
            onClose={() => setDropping(undefined)}
            onDropped={() => {
              setDropping(undefined)
              askAgain()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

/**
 * A title that leaves the line becomes an upload, and its files are sent: then the server is asked at
 * once, also where that was while this page was being fetched.
 */
function useRefetchOnChange(queuedCount: number, sent: number): () => void {
  const client = useQueryClient()
  const askAgain = useCallback(
    () => void client.invalidateQueries({ queryKey: [listUploads.path] }),
    [client],
  )
  useEffect(() => {
    if (queuedCount + sent > 0) askAgain()
  }, [queuedCount, sent, askAgain])
  return askAgain
}

function QueueGroup({ group, children }: { group: Group; children: ReactNode[][] }) {
  const id = useId()
  const count = children.flat().length
  if (count === 0) return null
  return (
    <section aria-labelledby={id} className="panel">
      <h2 id={id} className="px-5 py-5 text-h2 sm:px-6">
        <GroupWords group={group} /> <span className="text-ink-2">{count}</span>
      </h2>
      <ul>{children}</ul>
    </section>
  )
}

function GroupWords({ group }: { group: Group }) {
  if (group === 'trouble') return <Trans>Needs you</Trans>
  if (group === 'sending') return <Trans>On the way up</Trans>
  if (group === 'making') return <Trans>Being made ready</Trans>
  return <Trans>Done in the last seven days</Trans>
}
