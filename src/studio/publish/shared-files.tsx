import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'

const SHARED = 'shared' // as in public/service-worker.js
const KEPT_MS = 3_600_000

/** Passes on the files that another app shared, if the address says that it did. */
export function useSharedFiles(onFiles: (files: File[]) => void) {
  const { search } = useLocation()
  const receive = useEffectEvent(onFiles)
  useEffect(() => {
    if (new URLSearchParams(search).has('shared')) void takeSharedFiles().then(receive)
  }, [search])
}

/** Takes the files that were shared within the hour, and forgets them. */
async function takeSharedFiles(): Promise<File[]> {
  if (!('caches' in globalThis)) return []
  const cache = await caches.open(SHARED)
  const answers = await Promise.all((await cache.keys()).map((key) => cache.match(key)))
  const files = await Promise.all(answers.map(fileOf))
  await caches.delete(SHARED)
  return files.filter((file) => file !== undefined)
}

async function fileOf(answer: Response | undefined): Promise<File | undefined> {
  if (!answer) return undefined
  const { headers } = answer
  if (Date.now() - Number(headers.get('x-shared-at')) > KEPT_MS) return undefined
  const name = decodeURIComponent(headers.get('x-name') ?? '')
  return new File([await answer.blob()], name, { type: headers.get('content-type') ?? '' })
}
