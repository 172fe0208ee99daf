import { useEffect, useState } from 'react'
import { CHUNKS_AT_ONCE } from '#src/media/upload/upload.shared.ts'

const CHECK_MS = 2_000

const lockNameOf = (upload_id: string) => `renban-sending ${upload_id}` // as in open tabs of older versions

/** The work of this tab for each file, in sequence: a lock is released only when the work ends. */
const running = new Map<string, Promise<unknown>>()

/**
 * Runs `work` while no other tab of this browser transfers the same file (Web Locks API). Returns
 * false, without running it, if another tab does. Closing a tab releases its locks. Browsers have
 * locks on secure origins only; elsewhere the work always runs.
 */
export function withTabLock(upload_id: string, work: () => Promise<void>): Promise<boolean> {
  const previous = running.get(upload_id) ?? Promise.resolve()
  const done = previous.catch(() => {}).then(() => runLocked(upload_id, work))
  running.set(upload_id, done)
  return done
}

async function runLocked(upload_id: string, work: () => Promise<void>): Promise<boolean> {
  if (!('locks' in navigator)) return work().then(() => true)
  return navigator.locks.request(lockNameOf(upload_id), { ifAvailable: true }, async (lock) => {
    if (lock) await work()
    return lock !== null
  })
}

const slots = Array.from({ length: CHUNKS_AT_ONCE }, (_, i) => `renban-part ${i + 1}`)

/**
 * Runs `work` in the first free slot of this browser, so that all of its tabs together send at most
 * `CHUNKS_AT_ONCE` parts at once. Where browsers have no locks, it runs at once.
 */
export async function inTurn(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  if (!('locks' in navigator)) return work()
  const others = new AbortController()
  const waiting = AbortSignal.any([signal, others.signal])
  let sending: Promise<void> | undefined
  const requests = slots.map((slot) =>
    navigator.locks.request(slot, { signal: waiting }, () => {
      if (sending) return undefined // another slot was free at the same moment
      sending = work()
      others.abort()
      return sending
    }),
  )
  await Promise.allSettled(requests)
  signal.throwIfAborted()
  return sending
}

/** Reports whether another tab holds the lock of a file. Call it only for files this tab does not transfer. */
export function useLockedElsewhere(upload_id: string): boolean {
  const [isLocked, setLocked] = useState(false)
  useEffect(() => {
    if (!('locks' in navigator)) return undefined
    const check = async () => {
      const { held = [] } = await navigator.locks.query()
      setLocked(held.some(({ name }) => name === lockNameOf(upload_id)))
    }
    void check()
    const timer = setInterval(() => void check(), CHECK_MS)
    return () => clearInterval(timer)
  }, [upload_id])
  return isLocked
}
