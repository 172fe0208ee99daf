import { useEffect, useState } from 'react'

const LOOK_MS = 2_000

const lockOf = (upload_id: string) => `renban-sending ${upload_id}`

/** What this tab does with each file, one after the other: a lock is let go of only when that ends. */
const ours = new Map<string, Promise<unknown>>()

/**
 * Does this while no other tab of this browser does (Web Locks API); false where one does, and then
 * nothing was done. A tab that is closed lets go by itself. Browsers have locks on secure origins only;
 * without them every tab is alone.
 */
export function inOneTab(upload_id: string, work: () => Promise<void>): Promise<boolean> {
  const before = ours.get(upload_id) ?? Promise.resolve()
  const done = before.catch(() => {}).then(() => locked(upload_id, work))
  ours.set(upload_id, done)
  return done
}

async function locked(upload_id: string, work: () => Promise<void>): Promise<boolean> {
  if (!('locks' in navigator)) return work().then(() => true)
  return navigator.locks.request(lockOf(upload_id), { ifAvailable: true }, async (lock) => {
    if (lock) await work()
    return lock !== null
  })
}

/** Whether another tab is sending a file that this one is not. */
export function useOtherTab(upload_id: string): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    if (!('locks' in navigator)) return undefined
    const look = async () => {
      const { held = [] } = await navigator.locks.query()
      setThere(held.some(({ name }) => name === lockOf(upload_id)))
    }
    void look()
    const timer = setInterval(() => void look(), LOOK_MS)
    return () => clearInterval(timer)
  }, [upload_id])
  return isThere
}
