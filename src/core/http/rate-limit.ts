import type { MiddlewareHandler } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '#core/errors.ts'

/**
 * Limits the requests per minute from one network address; refuses more with `too_many_requests`
 * until the minute is over. Each process counts for itself, so several multiply the limit.
 */
export function rateLimit(
  perMinute: number,
  addressOf: (c: Parameters<MiddlewareHandler>[0]) => string,
): MiddlewareHandler {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async (c, next) => {
    await limiter.consume(addressOf(c)).catch((rejected: unknown) => {
      const ms = rejected instanceof RateLimiterRes ? rejected.msBeforeNext : 60_000
      throw new Refusal('too_many_requests', { seconds: Math.ceil(ms / 1_000) })
    })
    await next()
  }
}
