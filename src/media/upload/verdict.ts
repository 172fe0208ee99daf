import { inTx } from '#core/database/db.ts'
import { errors, isRefusal, type Refusal } from '#core/errors.ts'
import { transition } from '#core/database/events.ts'
import type { Ctx } from '#core/context.ts'
import { uploadTransitions } from './upload.shared.ts'

/**
 * Runs work on an upload. What its files are to blame for ends it; anything else (storage or
 * database away, a bug) is thrown for the job to try again.
 */
export async function orFail(ctx: Ctx, id: string, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!isRefusal(error) || errors[error.code].status >= 500) throw error
    await failUpload(ctx, id, error)
  }
}

/** The end of an upload that cannot become a title; its files stay for a day, to be tried again. */
export function failUpload(
  ctx: Ctx,
  id: string,
  { code, params }: Pick<Refusal, 'code' | 'params'>,
) {
  const also = { failure: code, failure_params: JSON.stringify(params) }
  const step = { action: 'fail', by: 'platform', at: ctx.now, also } as const
  return inTx(ctx, (tx) => transition(tx, uploadTransitions, id, step))
}
