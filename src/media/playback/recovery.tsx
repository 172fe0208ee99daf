import { isRefusal, type Refusal } from '#core/errors.ts'
import { unanswered } from '#core/http/ask.ts'
import type { TokenKeeper } from './token-keeper.tsx'

/** The reason why nothing plays: a refusal of the server, an unsupported browser, or a failure. */
export type PlaybackProblem = Refusal | 'unsupported' | 'failed'

const PAUSE_MIN_MS = 1_000
const PAUSE_MAX_MS = 15_000

/** Returns true for a refusal. A server that does not answer for a moment is no reason to stop a film. */
export const isRefused = (error: unknown): error is Refusal =>
  isRefusal(error) && !unanswered.includes(error.code)

/** Returns the server's refusal if it refuses a new token, or else `failed`. */
export async function problemFor(
  keeper: TokenKeeper | undefined,
  cause?: unknown,
): Promise<PlaybackProblem> {
  if (isRefused(cause)) return cause
  try {
    await keeper?.renew()
    return 'failed'
  } catch (error) {
    return isRefusal(error) ? error : 'failed'
  }
}

/**
 * Returns once the server answers. Asks at once, then ever more seldom, and when the browser is
 * online again. Throws the server's refusal, and the reason of an abort.
 */
export async function untilReachable(
  ask: () => Promise<unknown>,
  { signal, onAway }: { signal: AbortSignal; onAway: () => void },
): Promise<void> {
  for (let pause = PAUSE_MIN_MS; ; pause = Math.min(2 * pause, PAUSE_MAX_MS)) {
    const error = await ask().then(
      () => undefined,
      (cause: unknown) => cause ?? new Error('no answer'),
    )
    signal.throwIfAborted()
    if (error === undefined) return
    if (isRefused(error)) throw error
    onAway()
    await onlineOrAfter(pause, signal)
    signal.throwIfAborted()
  }
}

function onlineOrAfter(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const heard = new AbortController()
    const done = () => {
      heard.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done, { signal: heard.signal })
    signal.addEventListener('abort', done, { signal: heard.signal })
  })
}
