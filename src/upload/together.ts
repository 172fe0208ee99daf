import type { Ctx } from '#core/http.ts'

type Work<T> = (ctx: Ctx) => Promise<T>

/**
 * Does two works at once. Where one fails the other is broken off, and waited for: nothing goes on
 * behind the back of whoever asked. Throws what failed first.
 */
export async function together<A, B>(ctx: Ctx, a: Work<A>, b: Work<B>): Promise<[A, B]> {
  const stop = new AbortController()
  const signal = ctx.signal ? AbortSignal.any([ctx.signal, stop.signal]) : stop.signal
  const run = async <T>(work: Work<T>) => {
    try {
      return await work({ ...ctx, signal })
    } catch (error) {
      stop.abort(error)
      throw error
    }
  }
  const both = [run(a), run(b)] as const
  await Promise.allSettled(both)
  if (stop.signal.aborted) throw stop.signal.reason
  return Promise.all(both)
}
