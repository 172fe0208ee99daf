import { useEffect, useReducer } from 'react'
import type { AcquisitionRestriction } from '#src/catalog/allowlist/allowlist.shared.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import type { SerialOfTitle } from '#src/catalog/serial/serial.shared.ts'
import type { ServerClock } from '#src/ui/server-clock.ts'

const WAIT_MAX_MS = 86_400_000 // a timer cannot wait for a month, and nobody keeps a page that long

export type SaleWindow = 'before' | 'open' | 'ended'

/**
 * Whether the sale of a copy has begun and not ended, for a reader who may be let in early. The
 * times are those of the creator's own sale: what holders sell on keeps none.
 */
export function windowOf(
  asset: Pick<Asset, 'sale_starting_at' | 'sale_ending_at'>,
  { is_primary }: Pick<SerialOfTitle, 'is_primary'>,
  restriction: AcquisitionRestriction | undefined,
  now: string,
): SaleWindow {
  const start = restriction?.early_from ?? asset.sale_starting_at
  const end = asset.sale_ending_at
  if (!is_primary) return 'open'
  if (start !== null && Date.parse(start) > Date.parse(now)) return 'before'
  return end !== null && Date.parse(end) <= Date.parse(now) ? 'ended' : 'open'
}

/** What time it is in the house; looked at again when one of these times has come. */
export function useTimes(times: (string | null | undefined)[], clock: ServerClock): string {
  const [, lookAgain] = useReducer((count: number) => count + 1, 0)
  const now = clock()
  const ahead = times.flatMap((time) => (time ? Date.parse(time) : []))
  const next = Math.min(...ahead.filter((time) => time > Date.parse(now)))
  useEffect(() => {
    let timer: number | undefined
    const wait = () => {
      const left = next - Date.parse(clock())
      if (left <= 0) lookAgain()
      else timer = window.setTimeout(wait, Math.min(left, WAIT_MAX_MS))
    }
    wait()
    return () => window.clearTimeout(timer)
  }, [next, clock])
  return now
}
