import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { REFRESH, useLive } from '#core/ask.ts'
import type { ReplyOf } from '#core/endpoint.ts'
import { StateTag } from '#src/ui/state-tag.tsx'
import { When } from '#src/ui/when.tsx'
import { listUploads, type Upload } from '#src/upload/upload.shape.ts'

/** One's uploads, newest first, each with where it stands; none, and nothing is shown. */
export function UploadsList({ initial }: { initial: ReplyOf<typeof listUploads> }) {
  const isLive = initial.items.some(({ status }) => !['done', 'failed'].includes(status))
  const { items } = useLive(listUploads, {}, { initial, every: isLive && REFRESH.status })
  if (items.length === 0) return null
  return (
    <section aria-labelledby="uploads" className="mt-14">
      <h2 id="uploads" className="text-h2">
        <Trans>Your uploads</Trans>
      </h2>
      <ul className="mt-4 border-y border-line">
        {items.map((upload) => (
          <li
            key={upload.uuid}
            className="relative flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2.5 first:border-t-0 hover:bg-well"
          >
            <Link
              to={`/create/${upload.uuid}`}
              className="card-link min-w-0 flex-1 basis-48 font-semibold no-underline wrap-anywhere"
            >
              {upload.title}
            </Link>
            <span className="text-small text-ink-2">
              <When at={upload.created_at} />
            </span>
            <UploadState upload={upload} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Where an upload stands, in a word. */
function UploadState({ upload }: { upload: Upload }) {
  const { status, progress } = upload
  if (status === 'done')
    return (
      <StateTag tone="ok">
        <Trans>Ready to list</Trans>
      </StateTag>
    )
  if (status === 'failed')
    return (
      <StateTag tone="bad">
        <Trans>Needs a change</Trans>
      </StateTag>
    )
  return (
    <StateTag tone="warn">
      {status === 'uploading' && <Trans>Waiting for its files</Trans>}
      {status === 'queued' && <Trans>Waiting to be checked</Trans>}
      {status === 'processing' && <Trans>Making versions, {progress} %</Trans>}
      {status === 'minted' && <Trans>Numbering</Trans>}
    </StateTag>
  )
}
