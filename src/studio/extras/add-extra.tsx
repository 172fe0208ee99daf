import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { extraBytesMax, type ExtraKind } from '#src/media/extras/extra.shared.ts'
import { useExtraKinds } from '#src/media/extras/extra-words.tsx'
import { beginExtra } from '#src/media/replacements/extra.shared.ts'
import { mediaTypeOf } from '#src/platform/pictures/media.shared.ts'
import { startTransfer } from '#src/studio/file-transfer/transfers.tsx'
import { type DraftFile, useDraftFiles } from '#src/studio/publish/draft-files.tsx'
import { FileSlot } from '#src/studio/publish/file-slot.tsx'
import { FILMS, PICTURES } from '#src/studio/publish/files-section.tsx'
import { FileRow } from '#src/studio/upload-queue/file-row.tsx'
import { formatBytes } from '#src/ui/bytes.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'
import { ExtraFields, type ExtraForm, readExtraForm, useExtraFaults } from './extra-fields.tsx'

const NEW: ExtraForm = { name: '', note: '', numbers: null, for_renters: false }

/** Returns the kind of extra that a file makes, by its type and name; undefined for other files. */
function kindOf({ type, name }: File): ExtraKind | undefined {
  if (type === 'application/pdf' || /\.pdf$/i.test(name)) return 'pdf'
  const kinds = { video: 'clip', audio: 'voice', image: 'poster', unknown: undefined } as const
  return kinds[mediaTypeOf(type, name).media_type]
}

/** Adds an extra: its file first, then its name, its numbers and who gets it. */
export function AddExtra({ asset, onClose }: { asset: Asset; onClose: () => void }) {
  const { t } = useLingui()
  const askAgain = useRefetchAll()
  const faultsOf = useExtraFaults(asset)
  const begin = useEndpointMutation(beginExtra, { afterAnswer: askAgain })
  const { files, pick, remove } = useDraftFiles<'extra'>()
  const [submitted, setSubmitted] = useState<ExtraForm>()
  const draft = files.extra
  const kind = draft && kindOf(draft.file)
  const fault = draft && faultOf(draft, kind)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = readExtraForm(new FormData(event.currentTarget))
    setSubmitted(fields)
    const [first] = Object.keys(faultsOf(fields))
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    else if (draft?.hash && kind && !fault && !begin.isPending) send(fields, draft, kind)
  }

  function send(fields: ExtraForm, { file, hash }: DraftFile, of: ExtraKind) {
    const announced = { file_name: file.name, file_size: file.size, file_type: file.type }
    begin.mutate(
      { kid: asset.kid, kind: of, ...fields, ...announced, md5: hash!.md5 },
      {
        onSuccess: ({ file: { upload_id, url, headers } }) => {
          const signed = url === null ? null : { url, headers }
          startTransfer({ upload_id, file, hash: hash!, signed, stored: [] })
          onClose()
        },
      },
    )
  }

  return (
    <Section title={t`Add an extra`}>
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <ul className="-mx-5 sm:-mx-6">
          {draft ? (
            <DraftExtra draft={draft} kind={kind} fault={fault} onRemove={() => remove('extra')} />
          ) : (
            <FileSlot
              label={t`Choose the file`}
              hint={t`A film, a sound, a picture or a PDF. We check it and convert all but PDFs.`}
              accept={`${FILMS},${PICTURES},.pdf,application/pdf`}
              onFiles={([file]) => file && pick('extra', file)}
            />
          )}
        </ul>
        <ExtraFields initial={NEW} faults={submitted && faultsOf(submitted)} />
        <RefusalMessage error={begin.error} />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            look="main"
            busy={begin.isPending}
            disabled={!draft?.hash || fault !== undefined}
          >
            <Trans>Add the extra</Trans>
          </Button>
        </div>
      </form>
    </Section>
  )
}

function faultOf({ file, isBroken }: DraftFile, kind: ExtraKind | undefined): ReactNode {
  if (isBroken || file.size === 0) return <Trans>This file is empty or cannot be read.</Trans>
  if (!kind)
    return (
      <Trans>This type of file is not supported. Choose a film, a sound, a picture or a PDF.</Trans>
    )
  const limit = extraBytesMax[kind]
  return file.size > limit ? (
    <Trans>This file is too large. The limit is {formatBytes(limit)}.</Trans>
  ) : undefined
}

/** The chosen file with the progress of its hashing, or its fault. */
function DraftExtra(props: {
  draft: DraftFile
  kind: ExtraKind | undefined
  fault: ReactNode
  onRemove: () => void
}) {
  const { draft, kind, fault, onRemove } = props
  const { file, hash, checked } = draft
  const { t } = useLingui()
  const kinds = useExtraKinds()
  const percent = Math.floor((checked / (file.size || 1)) * 100)
  return (
    <FileRow
      name={file.name}
      facts={
        <>
          {kind && `${kinds[kind]}, `}
          <span className="amount">{formatBytes(file.size)}</span>
        </>
      }
      progress={hash || fault ? undefined : checked / file.size}
      detail={
        fault ? (
          <span className="text-bad">{fault}</span>
        ) : (
          !hash && <Trans>Reading the file, {percent}%</Trans>
        )
      }
    >
      {hash && !fault && (
        <StateTag tone="ok">
          <Trans>Ready to upload</Trans>
        </StateTag>
      )}
      <IconButton icon={rareIcons.remove} label={t`Remove ${file.name}`} onClick={onRemove} />
    </FileRow>
  )
}
