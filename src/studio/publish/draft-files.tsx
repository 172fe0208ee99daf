import { useEffect, useRef, useState } from 'react'
import { type MediaKind, mediaTypeOf } from '#src/platform/pictures/media.shared.ts'
import { hashFile } from '#src/studio/file-transfer/hash-file.tsx'
import type { FileHash } from '#src/studio/file-transfer/hash.shared.ts'

export type FileRole = 'asset' | 'poster' | 'trailer'

/** A chosen file before its transfer. It is hashed first, so that storage can verify the bytes. */
export interface DraftFile {
  file: File
  kind: MediaKind
  /** Bytes read so far. */
  checked: number
  hash?: FileHash
  isBroken?: boolean
}
export type DraftFiles = Partial<Record<FileRole, DraftFile>>

/** Holds chosen files by role, and hashes them. */
export function useDraftFiles<Role extends string = FileRole>() {
  const [files, setFiles] = useState<Partial<Record<Role, DraftFile>>>({})
  const controls = useRef(new Map<Role, AbortController>())
  useEffect(() => {
    const open = controls.current
    return () => open.forEach((control) => control.abort())
  }, [])

  function pick(role: Role, file: File) {
    controls.current.get(role)?.abort()
    const control = new AbortController()
    const { signal } = control
    controls.current.set(role, control)
    const kind = mediaTypeOf(file.type, file.name)
    setFiles((all) => ({ ...all, [role]: { file, kind, checked: 0 } }))
    const change = (changes: Partial<DraftFile>) => {
      if (signal.aborted) return
      setFiles((all) => ({ ...all, [role]: { ...all[role]!, ...changes } }))
    }
    hashFile(file, { signal, onProgress: (checked) => change({ checked }) }).then(
      (hash) => change({ hash, checked: file.size }),
      () => change({ isBroken: true }),
    )
  }

  function remove(role: Role) {
    controls.current.get(role)?.abort()
    setFiles((all) => {
      const rest = { ...all }
      delete rest[role]
      return rest
    })
  }

  return { files, pick, remove }
}

/**
 * Assigns dropped files to roles that are still free: the first film or sound is the work and the
 * next the trailer; a picture is the poster, or the work if there is no film or sound.
 */
export function rolesOf(dropped: readonly File[], taken: DraftFiles): [FileRole, File][] {
  const typed = dropped.map((file) => ({
    file,
    type: mediaTypeOf(file.type, file.name).asset_type,
  }))
  const films = typed.filter(({ type }) => type === 'video').map(({ file }) => file)
  const pictures = typed.filter(({ type }) => type === 'image').map(({ file }) => file)
  const free = (role: FileRole) => taken[role] === undefined
  const asset = free('asset') ? (films.shift() ?? pictures.shift()) : undefined
  const assigned: [FileRole, File | undefined][] = [
    ['asset', asset],
    ['trailer', free('trailer') ? films.shift() : undefined],
    ['poster', free('poster') ? pictures.shift() : undefined],
  ]
  return assigned.filter((pair): pair is [FileRole, File] => pair[1] !== undefined)
}

/** Returns the fault of a chosen file, if any. */
export function faultOf(role: FileRole, { file, kind, isBroken }: DraftFile) {
  if (isBroken || file.size === 0) return 'unreadable'
  if (role === 'poster') return kind.media_type === 'image' ? undefined : 'not_a_picture'
  if (role === 'trailer') return kind.asset_type === 'video' ? undefined : 'not_a_film'
  return kind.asset_type === 'unknown' ? 'unknown' : undefined
}
