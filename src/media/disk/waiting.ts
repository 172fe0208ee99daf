import type { Db } from '#core/database/db.ts'
import { NO_SPACE, TOO_LARGE } from './space.shared.ts'

/** Counts the uploads that wait for space on a worker's disk: beside other jobs, and those too large for it. */
export async function uploadsWithoutSpace(db: Db) {
  return db
    .selectFrom('upload')
    .select((row) => [
      row.fn.countAll<number>().filterWhere('step', '=', NO_SPACE).as('waiting'),
      row.fn.countAll<number>().filterWhere('step', '=', TOO_LARGE).as('too_large'),
    ])
    .where('status', '=', 'processing')
    .executeTakeFirstOrThrow()
}
