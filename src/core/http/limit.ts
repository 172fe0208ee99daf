import type { MiddlewareHandler } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '#core/errors.ts'

/**
 * So many requests a minute from one network address; whoever asks more waits until the minute is
 * over. Counted in each process: with several behind a proxy the limit is that many times higher.
 */
export function limited(
  perMinute: number,
  addressOf: (c: Parameters<MiddlewareHandler>[0]) => string,
): MiddlewareHandler {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async (c, next) => {
    await limiter.consume(addressOf(c)).catch((full: unknown) => {
      const ms = full instanceof RateLimiterRes ? full.msBeforeNext : 60_000
      throw new Refusal('too_many_requests', { seconds: Math.ceil(ms / 1_000) })
    })
    await next()
  }
}
