import type { Ctx } from '#core/context.ts'

const EVERY_MS = 1_000

/** Reports progress from 0 to 1, and the step in work. */
export type ReportProgress = (share: number, step: string) => Promise<void>

/**
 * Returns a function that writes an upload's progress for its creator. A new step is written at
 * once, other progress once a second.
 */
export function progressReporter(ctx: Ctx, id: string): ReportProgress {
  let last = { at: 0, step: '' }
  return async (share, step) => {
    const at = Date.now()
    if (step === last.step && at - last.at < EVERY_MS) return
    last = { at, step }
    await ctx.db
      .updateTable('upload')
      .set({ step, progress: Math.floor(Math.min(1, Math.max(0, share)) * 100) })
      .where('id', '=', id)
      .where('status', '=', 'processing')
      .execute()
      .catch(() => undefined) // the next report says more
  }
}

/** Maps the progress of one piece of work, 0 to 1, to its part of the whole. */
export const progressRange =
  (report: ReportProgress, from: number, to: number): ReportProgress =>
  (share, step) =>
    report(from + share * (to - from), step)
