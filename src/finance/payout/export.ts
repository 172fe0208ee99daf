import { sql } from 'kysely'
import { isCrossSite } from '#core/http/caller.ts'
import { addSeconds, jstMonth, jstMonthStart } from '#core/clock.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { once } from '#core/http/idempotency.ts'
import type { BankAccount } from '#src/finance/bank-account/bank.ts'
import { zenginHolder } from '#src/finance/bank-account/holder.shared.ts'
import { payoutsAreHeld } from '#src/finance/reconciliation/checks.ts'
import { settingsFor, settingsOf } from '#src/platform/settings/settings.ts'
import { transferDay } from '#src/finance/bank-transfer/business-day.ts'
import { payoutTable } from './export-table.ts'
import type { exportPayouts, readBankResults } from './payout.shared.ts'
import { openBank } from './bank-snapshot.ts'
import { isUnsent, lockPayouts } from './payout-money.ts'
import { enqueueUpdate } from './update.ts'
import { sentOf } from './withholding.shared.ts'
import { zenginFile } from '#src/finance/bank-transfer/zengin.ts'
import { readResults, type ZenginResult } from '#src/finance/bank-transfer/zengin-result.ts'

interface Row {
  id: string
  reference: number
  status: string
  amount: number
  fee: number
  withheld: number
  created_at: string
  processed_at: string | null
  sent_on: string | null
  kek_id: string
  wrapped: Buffer
  sealed: Buffer
  reason: string | null
  username: string
  email: string
  wallet_address: string
}

/**
 * Exports a month's payouts with full account numbers, and records which administrator did so. The
 * `zengin` format marks the payouts as sent; every later export returns the same file. Refuses
 * requests from other origins (`wrong_origin`), since this GET changes data.
 */
export async function exportMonth(ctx: Ctx, body: BodyOf<typeof exportPayouts>) {
  if (ctx.request && isCrossSite(ctx.request.headers)) fail('wrong_origin')
  const { format } = body
  const isZengin = format === 'zengin'
  const month = body.month ?? (isZengin ? monthToSend(ctx.now) : jstMonth(ctx.now))
  if (isZengin) await checkSender(ctx, month)
  const rows = await inTx(ctx, async (tx) => {
    if (isZengin) await markSent(ctx, tx, month)
    const found = await rowsOf(tx, month, isZengin)
    if (isZengin && found.length === 0) fail('nothing_to_send')
    const sum = found.reduce((total, row) => total + sentOf(row), 0)
    const exporter = { asked_by: currentPerson(ctx).account_id, at: ctx.time().toISOString() }
    await tx
      .insertInto('payout_export')
      .values({ ...exporter, month, format, count: found.length, sum })
      .execute()
    return found
  })
  const banks = await Promise.all(rows.map((row) => openBank(ctx, row)))
  return isZengin
    ? zenginResponse(ctx, month, rows, banks)
    : payoutTable(
        ctx.lang,
        month,
        rows.map((row, i) => ({
          ...row,
          username: ctx.texts.personName(ctx.lang, row.username),
          sent: sentOf(row),
          bank: banks[i]!,
        })),
      )
}

/** Returns the last month of Japan that is over: the next one to send to the bank. */
const monthToSend = (now: Date) => jstMonth(addSeconds(jstMonthStart(jstMonth(now)), -1))

async function checkSender(ctx: Ctx, month: string) {
  if (month >= jstMonth(ctx.now)) fail('month_not_over')
  const { bank_sender } = await settingsFor(ctx)
  if (ctx.config.production && /^0+$/.test(bank_sender.client_code)) fail('bank_sender_missing')
}

/** Marks the month's reserved payouts as sent. The first file of a month fixes the transfer date. */
async function markSent(ctx: Ctx, tx: Tx, month: string) {
  if (await payoutsAreHeld(tx)) fail('payouts_held')
  await sql`select pg_advisory_xact_lock(hashtext('payout_export'))`.execute(tx)
  const { payout_day } = await settingsOf(tx)
  const sent_on = transferDay(jstMonthStart(month), payout_day, ctx.now)
  const ids = await lockPayouts(tx, sql`month = ${month}`)
  await sql`
    update payout set exported_at = ${ctx.time().toISOString()}::timestamptz,
      sent_on = coalesce((select max(sent_on) from payout where month = ${month}), ${sent_on})
    where id = any(${ids}::uuid[]) and ${isUnsent}
  `.execute(tx)
}

async function rowsOf(tx: Tx, month: string, sent: boolean): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select payout.id, reference, status, amount, fee, withheld, payout.created_at, processed_at, sent_on,
      kek_id, wrapped, sealed, reason, username, email, wallet_address
    from payout join account on account.id = account_id
    where month = ${month} and (not ${sent} or exported_at is not null) order by reference
  `.execute(tx)
  return rows
}

async function zenginResponse(ctx: Ctx, month: string, rows: Row[], banks: BankAccount[]) {
  const { bank_sender } = await settingsFor(ctx)
  const transfers = rows.map((row, i) => {
    const bank = banks[i]!
    return {
      reference: row.reference,
      amount: sentOf(row),
      holder_zengin: bank.zengin_holder,
      bank_code: bank.bank_code,
      bank_name_kana: bank.bank_kana,
      branch_code: bank.branch_code,
      branch_name_kana: bank.branch_kana,
      deposit_type: bank.deposit_type,
      account_number: bank.account_number,
    }
  })
  const bytes = zenginFile(bank_sender, rows[0]!.sent_on!, transfers)
  const cut = rows.filter((_, i) => zenginHolder(banks[i]!.holder).isCut)
  return new Response(bytes, {
    headers: {
      'content-disposition': `attachment; filename="payouts-${month}.txt"`,
      'content-type': 'text/plain; charset=shift_jis',
      'x-holders-cut': cut.map(({ reference }) => reference).join(' '), // references of payouts with the holder cut at 30 bytes
    },
  })
}

/**
 * Imports the bank's result file and enqueues the updates. Every line must name an exported payout
 * and the amount sent for it; otherwise refuses `bank_file_invalid`.
 */
export async function importResults(ctx: Ctx, body: BodyOf<typeof readBankResults>) {
  const results = readResults(Buffer.from(body.file, 'base64'))
  return once(ctx, body, async (tx) => {
    const ids = await idsOf(tx, results)
    await lockPayouts(tx, sql`id = any(${[...ids.values()]}::uuid[])`) // of both updates, in one order
    const job_ids: string[] = []
    for (const status of ['processed', 'failed'] as const) {
      const matching = results.filter(({ outcome }) => outcome === status)
      const payouts = matching.map(({ reference }) => ids.get(reference)!)
      if (payouts.length > 0)
        job_ids.push(await enqueueUpdate(ctx, tx, { ids: payouts, status, reason: body.reason }))
    }
    return { job_ids, count: results.length }
  })
}

async function idsOf(tx: Tx, results: ZenginResult[]): Promise<Map<number, string>> {
  const references = results.map(({ reference }) => reference)
  const { rows } = await sql<{ id: string; reference: number; sent: number }>`
    select id, reference, amount - withheld as sent from payout
    where reference = any(${references}::bigint[]) and exported_at is not null
  `.execute(tx)
  const exported = new Map(rows.map((row) => [row.reference, row]))
  const unknown = results.findIndex(
    ({ reference, amount }) => exported.get(reference)?.sent !== amount,
  )
  if (unknown >= 0) fail('bank_file_invalid', { reason: 'unknown', line: unknown + 2 })
  if (results.length === 0) fail('bank_file_invalid', { reason: 'empty', line: 1 })
  return new Map(rows.map(({ id, reference }) => [reference, id]))
}
