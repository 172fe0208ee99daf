import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { AcceptWords, CutWords } from '#src/media/upload/cut-words.tsx'
import { acceptCut, type CutFile, type Upload } from '#src/media/upload/upload.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { KeptUntil } from './kept-until.tsx'

/** Names the files that were cut off. */
export function CutFilesWords({ cut_files }: { cut_files: readonly CutFile[] }) {
  return cut_files.map((cut) => (
    <p key={cut.file} className="wrap-anywhere">
      <CutWords cut={cut} />
    </p>
  ))
}

/** Publishes what could be read of an upload's files. */
export function AcceptButton({ upload }: { upload: Pick<Upload, 'uuid' | 'cut_files'> }) {
  const { uuid, cut_files } = upload
  const { mutate, error, isPending } = useEndpointMutation(acceptCut, {
    afterAnswer: useRefetchAll(),
  })
  return (
    <>
      <RefusalMessage error={error} />
      <Button small busy={isPending} onClick={() => mutate({ uuid })}>
        <AcceptWords cut_files={cut_files} />
      </Button>
    </>
  )
}

/** Asks whether to publish what could be read; `children` is the other answer. */
export function CutQuestion({ upload, children }: { upload: Upload; children: ReactNode }) {
  const { cut_files, is_watchable, kid, kept_until } = upload
  return (
    <Note tone="warn">
      <CutFilesWords cut_files={cut_files} />
      {is_watchable && (
        <p className="mt-3">
          <Link to={`/asset/${kid}/watch`}>
            <Trans>Watch what is ready</Trans>
          </Link>
        </p>
      )}
      {kept_until && (
        <p className="mt-3">
          <KeptUntil at={kept_until} />
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <AcceptButton upload={upload} />
        {children}
      </div>
    </Note>
  )
}
