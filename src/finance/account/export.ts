import { addSeconds, jstDay } from '#core/clock.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { inSnapshot, inTx } from '#core/database/db.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import { enqueue, job } from '#core/jobs.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { enqueueMails, recipientOf } from '#src/platform/mail/send.ts'
import { sql } from 'kysely'
import { exportMail } from './export-mail.shared.ts'
import { type AccountExport, EXPORT_DAYS } from './export.shared.ts'
import { zipOf } from './export-zip.ts'

export const makeExport = job<{ id: string }>('account.export')
export const purgeExports = job<object>('account.purge_exports')

const KEPT_SECONDS = EXPORT_DAYS * DAY_SECONDS
const NONE: AccountExport = { asked_at: null, made_at: null, ends_at: null, size: null }

/** Returns the state of the caller's export: `GET /accounts/current/export`. */
export async function get(ctx: Ctx): Promise<AccountExport> {
  const row = await ctx.db
    .selectFrom('account_export')
    .select(['asked_at', 'made_at', sql<number | null>`length(file)`.as('size')])
    .where('account_id', '=', currentPerson(ctx).account_id)
    .executeTakeFirst()
  if (!row || isOver(ctx, row.made_at)) return NONE
  return { ...row, ends_at: row.made_at && endOf(row.made_at).toISOString() }
}

/**
 * Asks for an export: `POST /accounts/current/export`. It takes the place of an earlier one. Refuses
 * as `export_too_soon` if another was asked for within a day.
 */
export async function ask(ctx: Ctx): Promise<AccountExport> {
  const { account_id } = currentPerson(ctx)
  const asked_at = ctx.now.toISOString()
  await inTx(ctx, async (tx) => {
    const fresh = { id: sql<string>`gen_random_uuid()`, asked_at, made_at: null, file: null }
    const asked = await tx
      .insertInto('account_export')
      .values({ account_id, ...fresh })
      .onConflict((conflict) =>
        conflict
          .column('account_id')
          .doUpdateSet(fresh)
          .where('account_export.asked_at', '<=', addSeconds(ctx.now, -DAY_SECONDS).toISOString()),
      )
      .returning('id')
      .executeTakeFirst()
    const { id } = asked ?? fail('export_too_soon')
    await enqueue(tx, makeExport, { id })
    failpoint('export.asking')
  })
  failpoint('export.asked')
  return { ...NONE, asked_at }
}

/** Returns the caller's export as a download. Refuses `not_found`, also when its days are over. */
export async function file(ctx: Ctx): Promise<Response> {
  const row = await ctx.db
    .selectFrom('account_export')
    .select(['made_at', 'file'])
    .where('account_id', '=', currentPerson(ctx).account_id)
    .executeTakeFirst()
  if (!row?.file || isOver(ctx, row.made_at)) return fail('not_found')
  const day = jstDay(new Date(row.made_at!))
  return new Response(new Uint8Array(row.file), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="renban-${day}.zip"`,
      'content-length': String(row.file.length),
      'cache-control': 'no-store',
    },
  })
}

/** Makes an export that was asked for, and tells its owner. A repeat finds nothing to do. */
export async function make(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const asked = await ctx.db
    .selectFrom('account_export')
    .select('account_id')
    .where('id', '=', id)
    .where('made_at', 'is', null)
    .executeTakeFirst()
  if (!asked) return
  const zip = await inSnapshot(ctx, (tx) => zipOf(tx, ctx, asked.account_id))
  failpoint('export.zipped')
  await inTx(ctx, async (tx) => {
    const made = await tx
      .updateTable('account_export')
      .set({ made_at: ctx.now.toISOString(), file: zip })
      .where('id', '=', id)
      .where('made_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (made) await enqueueMails(tx, exportMail, [{ id }])
    failpoint('export.storing')
  })
  failpoint('export.stored')
}

/** Reads the mail about an export that is ready. */
export async function readExport(ctx: Ctx, { id }: AboutOf<typeof exportMail>) {
  const row = await ctx.db
    .selectFrom('account_export')
    .select(['account_id', 'made_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || isOver(ctx, row.made_at)) return undefined
  const recipient = await recipientOf(ctx.db, row.account_id)
  return { ...recipient, id: `export.${id}`, facts: { days: EXPORT_DAYS } }
}

/** Deletes exports whose days are over, and those that could not be made in as many days. */
export async function purge({ db, now }: Ctx): Promise<void> {
  const before = addSeconds(now, -KEPT_SECONDS).toISOString()
  await db
    .deleteFrom('account_export')
    .where(sql<boolean>`coalesce(made_at, asked_at) <= ${before}`)
    .execute()
}

const endOf = (made_at: string) => addSeconds(new Date(made_at), KEPT_SECONDS)
const isOver = ({ now }: Ctx, made_at: string | null) => made_at !== null && endOf(made_at) <= now
