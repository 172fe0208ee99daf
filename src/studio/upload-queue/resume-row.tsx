import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { hashFile } from '#src/studio/file-transfer/hash-file.tsx'
import type { FileHash } from '#src/studio/file-transfer/hash.shared.ts'
import {
  type SavedHandle,
  findHandle,
  openSavedFile,
} from '#src/studio/file-transfer/file-handles.tsx'
import { useLockedElsewhere } from '#src/studio/file-transfer/tab-lock.tsx'
import { startTransfer } from '#src/studio/file-transfer/transfers.tsx'
import { formatBytes } from '#src/ui/bytes.ts'
import { Button } from '#src/ui/button.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { FileRow } from './file-row.tsx'
import type { UploadFile } from './transfer-row.tsx'

/**
 * A file whose transfer was interrupted, in this browser or in another. With a saved handle one click
 * lets the browser read it again; otherwise the user chooses the same file. The transfer resumes only
 * if the MD5 matches; no byte is sent before.
 */
export function ResumeRow({ file, facts }: { file: UploadFile; facts: ReactNode }) {
  const { file_name, size, chunks } = file
  const { t } = useLingui()
  const { reading, fault, choose, resume } = useResume(file)
  const isInOtherTab = useLockedElsewhere(file.upload_id)
  const up = chunks.reduce((sum, chunk) => sum + chunk.size, 0)
  const percent = Math.floor((reading ?? 0) * 100)
  if (isInOtherTab)
    return (
      <FileRow
        name={file_name}
        facts={facts}
        progress={size ? up / size : 0}
        detail={<Trans>Another tab of this browser is uploading this file.</Trans>}
      >
        <StateTag tone="info">
          <Trans>Uploading</Trans>
        </StateTag>
      </FileRow>
    )
  return (
    <FileRow
      name={file_name}
      facts={facts}
      progress={reading ?? (size ? up / size : 0)}
      detail={
        reading !== undefined ? (
          <Trans>Reading the file, {percent}%</Trans>
        ) : (
          <div className="grid gap-3">
            <p>
              {up > 0 && size && (
                <>
                  <Trans>
                    {formatBytes(up)} of {formatBytes(size)} uploaded.
                  </Trans>
                  <Gap />
                </>
              )}
              {resume ? (
                <Trans>
                  This browser remembers the file, but asks for your permission to read it.
                </Trans>
              ) : (
                <Trans>Choose the same file to resume.</Trans>
              )}
            </p>
            {!resume && (
              <input
                type="file"
                className="file"
                aria-label={t`Choose ${file_name} again`}
                onChange={(event) => void choose(event.currentTarget.files?.[0])}
              />
            )}
            {fault && (
              <p role="alert" className="text-bad">
                <FaultWords fault={fault} />
              </p>
            )}
          </div>
        )
      }
    >
      <StateTag tone="warn">
        <Trans>Waiting</Trans>
      </StateTag>
      {resume && reading === undefined && (
        <Button small onClick={resume}>
          <Trans>Resume the upload</Trans>
        </Button>
      )}
    </FileRow>
  )
}

type Fault = 'other' | 'unreadable' | 'gone'

function FaultWords({ fault }: { fault: Fault }) {
  if (fault === 'other')
    return <Trans>This is a different file. Choose the one you started with.</Trans>
  if (fault === 'unreadable') return <Trans>This file is empty or cannot be read.</Trans>
  return <Trans>The file has moved or cannot be read. Choose it again.</Trans>
}

/** Hashes the chosen file and resumes the transfer only if it is the file of this upload. */
function useResume({ upload_id, size, md5, chunks }: UploadFile) {
  const [reading, setReading] = useState<number>()
  const [fault, setFault] = useState<Fault>()
  const [saved, setSaved] = useState<SavedHandle>()
  const control = useRef(new AbortController())
  useEffect(() => {
    const { signal } = (control.current = new AbortController())
    void findHandle(upload_id).then((found) => signal.aborted || setSaved(found))
    return () => control.current.abort()
  }, [upload_id])

  async function hashed(chosen: File): Promise<FileHash | undefined> {
    const onProgress = (bytes: number) => setReading(bytes / chosen.size)
    const { signal } = control.current
    const hash = await hashFile(chosen, { signal, onProgress }).catch(() => undefined)
    setReading(undefined)
    return hash
  }

  async function choose(chosen: File | undefined, known?: FileHash) {
    if (!chosen) return
    setFault(undefined)
    if (size !== null && chosen.size !== size) return setFault('other')
    const hash = known ?? (await hashed(chosen))
    if (hash?.md5 !== md5) return setFault(hash ? 'other' : 'unreadable')
    startTransfer({ upload_id, file: chosen, hash, signed: null, stored: chunks })
  }

  async function open(handle: SavedHandle) {
    const found = await openSavedFile(handle)
    if (found) await choose(found.file, found.hash)
    else setFault('gone')
    setSaved(undefined) // if it was not the right file, the user chooses one
  }

  return { reading, fault, choose, resume: saved && (() => void open(saved)) }
}
