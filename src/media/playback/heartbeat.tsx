import { DAY_MS } from '#core/durations.shared.ts'
import type { Refusal } from '#core/errors.ts'
import { isRefused } from './recovery.tsx'
import type { TokenKeeper } from './token-keeper.tsx'

const BEAT_MS = 45_000
const TOKEN_MS = 60_000 // a token's lifetime, by which the server's clock is known
const WAIT_MAX_MS = DAY_MS // browsers cannot wait for more than 24 days

/**
 * Checks the right to watch while the media plays, and when a rental ends, even if it is paused.
 * Returns a function that stops checking.
 */
export function keepChecking(
  keeper: TokenKeeper,
  media: HTMLMediaElement,
  onRefused: (refusal: Refusal) => void,
): () => void {
  let end: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const renew = () => keeper.renew()
  const check = async (ask: () => ReturnType<TokenKeeper['renew']>) => {
    try {
      const { rented_until, expires_at } = await ask()
      clearTimeout(end)
      if (isOver || rented_until === null) return
      const left = Date.parse(rented_until) - (Date.parse(expires_at) - TOKEN_MS)
      end = setTimeout(() => void check(renew), Math.min(left, WAIT_MAX_MS))
    } catch (error) {
      if (!isOver && isRefused(error)) onRefused(error)
    }
  }
  const beat = setInterval(() => media.paused || void check(renew), BEAT_MS)
  void check(() => keeper.fresh())
  return () => {
    isOver = true
    clearInterval(beat)
    clearTimeout(end)
  }
}
