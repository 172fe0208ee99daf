import type { Ctx } from '#core/context.ts'

type Works<T extends readonly unknown[]> = { [K in keyof T]: (ctx: Ctx) => Promise<T[K]> }

/**
 * Does several works at once. Where one fails the others are broken off, and waited for: nothing
 * goes on behind the back of whoever asked. Throws what failed first.
 */
export async function runInParallel<T extends readonly unknown[]>(
  ctx: Ctx,
  works: readonly [...Works<T>],
): Promise<T> {
  const stop = new AbortController()
  const signal = ctx.signal ? AbortSignal.any([ctx.signal, stop.signal]) : stop.signal
  const all = works.map(async (work) => {
    try {
      return await work({ ...ctx, signal })
    } catch (error) {
      stop.abort(error)
      throw error
    }
  })
  await Promise.allSettled(all)
  if (stop.signal.aborted) throw stop.signal.reason
  return (await Promise.all(all)) as unknown as T
}
