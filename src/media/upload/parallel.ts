import type { Ctx } from '#core/context.ts'

type Tasks<T extends readonly unknown[]> = { [K in keyof T]: (ctx: Ctx) => Promise<T[K]> }

/**
 * Runs several tasks at once. If one fails, the others are aborted and awaited, so that nothing
 * runs on after the call. Throws the first error.
 */
export async function runInParallel<T extends readonly unknown[]>(
  ctx: Ctx,
  tasks: readonly [...Tasks<T>],
): Promise<T> {
  const stop = new AbortController()
  const signal = ctx.signal ? AbortSignal.any([ctx.signal, stop.signal]) : stop.signal
  const all = tasks.map(async (task) => {
    try {
      return await task({ ...ctx, signal })
    } catch (error) {
      stop.abort(error)
      throw error
    }
  })
  await Promise.allSettled(all)
  if (stop.signal.aborted) throw stop.signal.reason
  return (await Promise.all(all)) as unknown as T
}
