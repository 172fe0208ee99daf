import type { Ctx } from '#core/context.ts'

const EVERY_MS = 1_000

/** How far the work is, from 0 to 1, and the step it is in. */
export type ReportProgress = (share: number, step: string) => Promise<void>

/** Writes how far an upload is for its creator to see: a new step at once, else once a second. */
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
  }
}

/** The part of the whole that one piece of the work is, from its own 0 to 1. */
export const progressRange =
  (report: ReportProgress, from: number, to: number, prefix = ''): ReportProgress =>
  (share, step) =>
    report(from + share * (to - from), prefix + step)
