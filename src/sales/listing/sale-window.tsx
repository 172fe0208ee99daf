import { useEffect, useReducer } from 'react'
import { DAY_MS } from '#core/durations.shared.ts'
import type { AcquisitionRestriction } from '#src/catalog/allowlist/allowlist.shared.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import type { SerialOfTitle } from '#src/catalog/serial/serial.shared.ts'
import type { ServerClock } from '#src/ui/server-clock.ts'

const WAIT_MAX_MS = DAY_MS // browser timers overflow after 24 days, and no page stays open that long

export type SaleWindow = 'before' | 'open' | 'ended'

/**
 * Returns the state of a copy's sale for the reader, who may have early access. Sale times apply to
 * the creator's first sale only, never to resales.
 */
export function saleWindow(
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

/** Returns the server's time and rerenders when one of `times` is reached. */
export function useCurrentTime(times: (string | null | undefined)[], clock: ServerClock): string {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const now = clock()
  const ahead = times.flatMap((time) => (time ? Date.parse(time) : []))
  const next = Math.min(...ahead.filter((time) => time > Date.parse(now)))
  useEffect(() => {
    let timer: number | undefined
    const wait = () => {
      const left = next - Date.parse(clock())
      if (left <= 0) rerender()
      else timer = window.setTimeout(wait, Math.min(left, WAIT_MAX_MS))
    }
    wait()
    return () => window.clearTimeout(timer)
  }, [next, clock])
  return now
}
