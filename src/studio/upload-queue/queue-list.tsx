import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import { REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { AskName } from '#src/accounts/account/ask-name.tsx'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { useTransfers } from '#src/studio/file-transfer/transfers.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { Pagination } from '#src/ui/pagination.tsx'
import { listUploads, type Upload } from '#src/media/upload/upload.shared.ts'
import { type QueuedTitle, useTitleQueue } from './title-queue.tsx'
import { QueueBar } from './queue-bar.tsx'
import { QueuedTitleRow, UploadRow } from './queue-row.tsx'
import { type Group, groups, queueQuery, uploadStateOf } from './upload-state.shared.ts'

const DropDialog = lazyDialog(() => import('./drop-dialog.tsx'), 'DropDialog')

interface Dropping {
  uploads: readonly Upload[]
  queued: readonly QueuedTitle[]
}

/**
 * Lists the creator's unfinished and recent uploads, and the queued titles of this browser. Shows
 * `empty` if there are none.
 */
export function QueueList(props: {
  initial: ReplyOf<typeof listUploads>
  /** The server's time of the request, in milliseconds since 1970. */
  now: number
  page?: number
  empty?: ReactNode
}) {
  const { initial, now, page = 0, empty } = props
  const { t } = useLingui()
  const queued = useTitleQueue()
  const transfers = useTransfers()
  const isOpen = ({ status }: Upload) => !['done', 'failed', 'cut'].includes(status)
  const query = queueQuery(now, page)
  const { items, total } = useLiveQuery(listUploads, query, {
    initial,
    refetchInterval: (latest) =>
      (latest.items.some(isOpen) || queued.length > 0) && REFETCH_MS.status,
  })
  const refetch = useRefetchOnChange(queued.length, transfers.size)
  const [dropping, setDropping] = useState<Dropping>()
  const uploads = items.flatMap((upload) => {
    const state = uploadStateOf(upload, transfers, now)
    return state ? [{ upload, ...state }] : []
  })
  const toSend = uploads.filter(({ upload }) => upload.status === 'uploading')
  if (uploads.length === 0 && queued.length === 0) return empty
  return (
    <div className="grid gap-7">
      {items.some(({ status }) => status === 'done') && <AskName />}
      <QueueBar
        uploads={toSend}
        queued={queued}
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
                upload={upload}
                state={state}
                onDrop={() => setDropping({ uploads: [upload], queued: [] })}
              />
            ))}
          {queued
            .filter(({ phase }) => group === (phase === 'refused' ? 'attention' : 'uploading'))
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
      {dropping && (
        <DropDialog
          {...dropping}
          onClose={() => setDropping(undefined)}
          onDropped={() => {
            setDropping(undefined)
            refetch()
          }}
        />
      )}
    </div>
  )
}

/**
 * Refetches the uploads when a queued title has become an upload or a transfer starts, and once on
 * mount, because that may have happened while the page was loading. Returns the refetch.
 */
function useRefetchOnChange(queuedCount: number, transferCount: number): () => void {
  const client = useQueryClient()
  const refetch = useCallback(
    () => void client.invalidateQueries({ queryKey: [listUploads.path] }),
    [client],
  )
  useEffect(() => {
    if (queuedCount + transferCount > 0) refetch()
  }, [queuedCount, transferCount, refetch])
  return refetch
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
  if (group === 'attention') return <Trans>Needs attention</Trans>
  if (group === 'uploading') return <Trans>Uploading</Trans>
  if (group === 'processing') return <Trans>Processing</Trans>
  return <Trans>Done in the last 7 days</Trans>
}
