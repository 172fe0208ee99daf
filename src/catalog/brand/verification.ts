import { sql } from 'kysely'
import { type Ctx, currentPerson, own } from '#core/context.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { lockOwnBrand } from '#src/catalog/asset/own-brand.ts'
import { verificationMail } from './verification-mail.shared.ts'
import type { askVerification, getVerification, Verification } from './verification.shared.ts'

/** Returns what became of the badge of the caller's own brand: `GET /brands/{id}/verification`. */
export async function getOwn(
  ctx: Ctx,
  { id }: BodyOf<typeof getVerification>,
): Promise<ReplyOf<typeof getVerification>> {
  const { rows } = await sql<
    ReplyOf<typeof getVerification> & { owner: string; is_public: boolean }
  >`
    select owner, hidden_at is null as is_public, verified_at,
      (select asked_at from verification_request where brand_id = brand.id and decided_at is null),
      (select jsonb_build_object('decision', decision, 'reason', reason,
          'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from verification_decision where brand_id = brand.id order by id desc limit 1) as decided
    from brand where id = ${id}
  `.execute(ctx.db)
  const { owner: _, is_public: __, ...state } = own(ctx, 'owner', rows[0])
  return state
}

/**
 * Asks for the badge: `POST /brands/{id}/verifications`. Refuses `brand_verified`, and
 * `verification_waiting` while another request waits.
 */
export async function ask(ctx: Ctx, { id, evidence }: BodyOf<typeof askVerification>) {
  const { account_id } = currentPerson(ctx)
  await inTx(ctx, async (tx) => {
    await lockActor(tx, account_id)
    const { verified_at } = await lockOwnBrand(tx, ctx, { id })
    if (verified_at) fail('brand_verified')
    const asked_at = ctx.time().toISOString()
    await tx
      .insertInto('verification_request')
      .values({ brand_id: id, asked_by: account_id, evidence, asked_at })
      .execute()
  })
  return { id }
}

interface Decided {
  brand_id: string
  decision: Verification
  /** The name that the administrator saw. */
  name: string
  reason: string
}

/**
 * Step: grants, refuses or withdraws the badge and tells the creator. Refuses `changed_elsewhere` if the
 * brand has another name by now, or if there is nothing left to decide.
 */
export async function recordVerification(
  tx: Tx,
  { brand_id, decision, name, reason }: Decided,
  changed_by: string,
  time: () => Date,
) {
  const brand = await tx
    .selectFrom('brand')
    .select(['name', 'verified_at'])
    .where('id', '=', brand_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!brand) fail('not_found')
  if (brand.name !== name) fail('changed_elsewhere')
  const at = time().toISOString()
  const isDecided =
    decision === 'withdraw' ? brand.verified_at !== null : await closeRequest(tx, brand_id, at)
  if (!isDecided) fail('changed_elsewhere')
  if (decision !== 'refuse')
    await tx
      .updateTable('brand')
      .set({ verified_at: decision === 'grant' ? at : null })
      .where('id', '=', brand_id)
      .execute()
  const made = await tx
    .insertInto('verification_decision')
    .values({ brand_id, decision, changed_by, reason, at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueueMails(tx, verificationMail, [{ id: made.id }])
}

/** Step: closes the request that waits; false if none does. */
async function closeRequest(tx: Tx, brand_id: string, decided_at: string): Promise<boolean> {
  const closed = await tx
    .updateTable('verification_request')
    .set({ decided_at })
    .where('brand_id', '=', brand_id)
    .where('decided_at', 'is', null)
    .executeTakeFirst()
  return closed.numUpdatedRows > 0n
}
