import type { MiddlewareHandler } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '#core/errors.ts'
import { networkOf } from './network.ts'

/**
 * Returns a function that counts a request of a caller, and refuses those past the limit with
 * `too_many_requests` until the minute is over. Each process counts for itself, so several multiply it.
 */
export function requestLimit(perMinute: number): (caller: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async (caller) => {
    await limiter.consume(caller).catch((rejected: unknown) => {
      const ms = rejected instanceof RateLimiterRes ? rejected.msBeforeNext : 60_000
      throw new Refusal('too_many_requests', { seconds: Math.ceil(ms / 1_000) })
    })
  }
}

/** Returns a function as `requestLimit`, for the network of an address. */
export function senderLimit(perMinute: number): (ip: string) => Promise<void> {
  const count = requestLimit(perMinute)
  return (ip) => count(networkOf(ip))
}

/** Limits the requests from one network by a function of `senderLimit`. */
export const rateLimit =
  (
    count: ReturnType<typeof senderLimit>,
    addressOf: (c: Parameters<MiddlewareHandler>[0]) => string,
  ): MiddlewareHandler =>
  async (c, next) => {
    await count(addressOf(c))
    await next()
  }
