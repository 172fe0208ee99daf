import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useId, useState } from 'react'
import { REFRESH, useLive } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { useTransfers } from '#src/studio/file-transfer/sending.tsx'
import { Pages } from '#src/ui/pages.tsx'
import { listUploads, type Upload } from '#src/media/upload/upload.shared.ts'
import { type InLine, useLine } from './line.tsx'
import { QueueBar } from './queue-bar.tsx'
import { LineRow, UploadRow } from './queue-row.tsx'
import { type Group, groups, queueAsked, standingOf } from './standing.shared.ts'

const DropDialog = lazy(() =>
  import('./drop-dialog.tsx').then(({ DropDialog: dialog }) => ({ default: dialog })),
)

interface Dropping {
  uploads: readonly Upload[]
  line: readonly InLine[]
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
  const line = useLine()
  const transfers = useTransfers()
  const isOpen = ({ status }: Upload) => !['done', 'failed'].includes(status)
  const asked = queueAsked(now, page)
  const { items, total } = useLive(listUploads, asked, {
    initial,
    every: (latest) => (latest.items.some(isOpen) || line.length > 0) && REFRESH.status,
  })
  const askAgain = useNews(line.length, transfers.size)
  const [dropping, setDropping] = useState<Dropping>()
  const uploads = items.flatMap((upload) => {
    const standing = standingOf(upload, transfers, now)
    return standing ? [{ upload, ...standing }] : []
  })
  const toSend = uploads.filter(({ upload }) => upload.status === 'uploading')
  if (uploads.length === 0 && line.length === 0) return empty
  return (
    <div className="grid gap-7">
      <QueueBar
        {...{ uploads: toSend, line }}
        label={t`All uploads`}
        onDropAll={() => setDropping({ uploads: toSend.map(({ upload }) => upload), line })}
      />
      {groups.map((group) => (
        <QueueGroup key={group} group={group}>
          {uploads
            .filter((one) => one.group === group)
            .map(({ upload, ...standing }) => (
              <UploadRow
                key={upload.uuid}
                {...{ upload, standing }}
                onDrop={() => setDropping({ uploads: [upload], line: [] })}
              />
            ))}
          {line
            .filter(({ phase }) => group === (phase === 'refused' ? 'trouble' : 'sending'))
            .map((title) => (
              <LineRow key={title.id} title={title} />
            ))}
        </QueueGroup>
      ))}
      <Pages
        page={page}
        count={Math.ceil(total / asked.limit)}
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
function useNews(inLine: number, sent: number): () => void {
  const client = useQueryClient()
  const askAgain = useCallback(
    () => void client.invalidateQueries({ queryKey: [listUploads.path] }),
    [client],
  )
  useEffect(() => {
    if (inLine + sent > 0) askAgain()
  }, [inLine, sent, askAgain])
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
