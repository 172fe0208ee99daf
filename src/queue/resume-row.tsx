import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { hashFile } from '#src/sending/hash-file.tsx'
import { startSending } from '#src/sending/sending.tsx'
import { formatBytes } from '#src/ui/bytes.ts'
import { StateTag } from '#src/ui/state-tag.tsx'
import { FileRow } from './file-row.tsx'
import type { UploadFile } from './sending-row.tsx'

/**
 * A file whose way up was broken off, here or in another browser. A browser may not read it by
 * itself, so the same file is chosen again; when its MD5 is the same, it goes on where it stopped.
 */
export function ResumeRow({ file, facts }: { file: UploadFile; facts: ReactNode }) {
  const { file_name, size, chunks } = file
  const { t } = useLingui()
  const { reading, isOther, choose } = useSameFile(file)
  const up = chunks.reduce((sum, chunk) => sum + chunk.size, 0)
  const percent = Math.floor((reading ?? 0) * 100)
  return (
    <FileRow
      name={file_name}
      facts={facts}
      progress={reading ?? (size ? up / size : 0)}
      detail={
        reading !== undefined ? (
          <Trans>Reading the file, {percent} %</Trans>
        ) : (
          <div className="grid gap-3">
            <p>
              {up > 0 && size ? (
                <Trans>
                  {formatBytes(up)} of {formatBytes(size)} are up. Choose the same file to go on.
                </Trans>
              ) : (
                <Trans>Choose the same file to go on.</Trans>
              )}
            </p>
            <input
              type="file"
              className="file"
              aria-label={t`Choose ${file_name} again`}
              onChange={(event) => void choose(event.currentTarget.files?.[0])}
            />
            {isOther && (
              <p role="alert" className="text-bad">
                <Trans>This is another file. Choose the one the upload began with.</Trans>
              </p>
            )}
          </div>
        )
      }
    >
      <StateTag tone="warn">
        <Trans>Waiting</Trans>
      </StateTag>
    </FileRow>
  )
}

/** Reads what was chosen, and goes on only where it is the file of this upload. */
function useSameFile({ upload_id, size, md5, chunks }: UploadFile) {
  const [reading, setReading] = useState<number>()
  const [isOther, setOther] = useState(false)
  const control = useRef<AbortController>(undefined)
  useEffect(() => () => control.current?.abort(), [])

  async function choose(chosen: File | undefined) {
    if (!chosen) return
    control.current = new AbortController()
    const { signal } = control.current
    const isSameSize = size === null || chosen.size === size
    const onProgress = (bytes: number) => setReading(bytes / chosen.size)
    const hash = isSameSize
      ? await hashFile(chosen, { signal, onProgress }).catch(() => undefined)
      : undefined
    setReading(undefined)
    setOther(hash?.md5 !== md5)
    if (hash?.md5 === md5)
      startSending({ upload_id, file: chosen, hash, signed: null, there: chunks })
  }

  return { reading, isOther, choose }
}
