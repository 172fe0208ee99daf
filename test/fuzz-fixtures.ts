import type { TestContext } from 'node:test'
import { Stripe } from 'stripe'
import { addSeconds } from '#core/clock.ts'
import { errors } from '#core/error-catalogue.ts'
import type { Endpoint } from '#core/http/endpoint.ts'
import * as accounts from '#src/accounts/account/account.shared.ts'
import {
  addPeople,
  createAllowlist,
  updateAllowlist,
} from '#src/catalog/allowlist/allowlist.shared.ts'
import * as campaigns from '#src/catalog/campaign/campaign.shared.ts'
import * as follows from '#src/catalog/follow/follow.shared.ts'
import { createAppeal } from '#src/catalog/moderation/case.shared.ts'
import { createReport } from '#src/catalog/moderation/report.shared.ts'
import * as groups from '#src/catalog/group/group.shared.ts'
import { getBank, putBank } from '#src/finance/bank-account/bank.shared.ts'
import * as payouts from '#src/finance/payout/payout.shared.ts'
import * as receipts from '#src/finance/receipt/receipt.shared.ts'
import * as downloads from '#src/media/downloads/download.shared.ts'
import * as players from '#src/media/playback/playback.shared.ts'
import * as uploads from '#src/media/upload/upload.shared.ts'
import * as moderation from '#src/admin/moderation/moderation.shared.ts'
import { cancelRecovery, startRecovery } from '#src/admin/users/recovery.shared.ts'
import { putSuspension } from '#src/admin/users/suspension.shared.ts'
import { putUserRole } from '#src/admin/users/user.shared.ts'
import { changeSettings, getSettings } from '#src/platform/settings/settings.shared.ts'
import * as savedSearches from '#src/sales/market/saved-search.shared.ts'
import * as coupons from '#src/sales/coupon/coupon.shared.ts'
import * as gifts from '#src/sales/gift/gift.shared.ts'
import * as loans from '#src/sales/loan/loan.shared.ts'
import { getDrawResult, randomlyPurchase } from '#src/sales/draw/draw.shared.ts'
import * as purchases from '#src/sales/purchase/purchase.shared.ts'
import { getSharedCopy, getShareAddress } from '#src/sales/share/share.shared.ts'
import * as waitings from '#src/sales/waiting-room/waiting.shared.ts'
import * as wishes from '#src/sales/wish/wish.shared.ts'
import { type Caller, callers, type Outcome, type Row } from './access-row.ts'
import { rows } from './access-rows.ts'
import {
  type AccessFixtures,
  accessFixtures,
  type ApiRequest,
  newSession,
} from './access-fixtures.ts'
import { BANK, registerBank } from './bank-accounts.ts'
import { codesOf, EXPIRES_AT, numberCoupons, pointCoupons } from './coupons.ts'
import { giveOne } from './gifts.ts'
import { lent, tokenOf } from './loans.ts'
import { clearKeyId, makePlayable } from './playback-fixtures.ts'
import { createTitle, listForSale } from './titles.ts'
import { uploadForm } from './uploads.ts'
import { waitUntil } from './test-app.ts'

type FuzzFixtures = Awaited<ReturnType<typeof fuzzFixtures>>
type Signer = Exclude<Caller, 'expired'>
export interface ValidRequest extends ApiRequest {
  input: Record<string, unknown>
  caller: Signer
}
type Make = (things: FuzzFixtures) => Promise<Partial<ValidRequest>> | Partial<ValidRequest>

/** Opens a test app with objects for every call, and with private texts of everybody. */
export async function fuzzFixtures(t: TestContext) {
  const things = await accessFixtures(t)
  const { here, mika, ren, aoi, sora, film, brand } = things
  await sora.call(changeSettings, { version: 0, reason: 'ours', company_domains: 'example.test' })
  for (const who of [ren, mika, aoi])
    await who.call(accounts.updateCurrentAccount, { last_name: privateName(who.name) })
  await mika.call(updateAllowlist, { id: things.allowlist, name: 'Private list of Mika' })
  const { kid, tokens } = await createTitle(here, aoi, { copies: 2 })
  await aoi.call(createAllowlist, { kid, name: 'Private list of Aoi' })
  await registerBank(here, ren, { account_number: '7360154' })
  await mika.call(receipts.putInvoiceRegistration, {
    number: 'T7000012050002',
    name: 'Okada Film',
    valid_from: '2029-01-01',
  })
  const payout = await ren.call(payouts.requestPayout, { amount: 1_000 })
  const batch = await numberCoupons(mika, things.unsold, [1])
  const { path } = await mika.call(getShareAddress, { asset_token_id: film.tokens.get(1)! })
  const drawn = await createTitle(here, mika, { copies: 20, brand_id: brand })
  await listForSale(here, mika, [...drawn.tokens.values()], 300)
  const draw = await mika.call(groups.createGroup, {
    name: 'Draw',
    brand_id: brand,
    sorted_contents: [drawn.kid],
  })
  const stock = await createTitle(here, mika, { copies: 60, price: 300 })
  const waitingRoom = await openWaitingRoom(things)
  await makePlayable(here, film.kid)
  const reported = await createTitle(here, mika, { copies: 1 })
  await aoi.call(createReport, { of: 'title', id: reported.kid, reason: 'other', text: 'Mine.' })
  const { items: cases } = await sora.call(moderation.listCases, {})
  return {
    ...things,
    stock,
    others: { kid, tokens },
    payout: payout.id,
    shared: path.split('/').at(-1)!,
    draw: draw.encrypted_id,
    moderationCase: cases[0]!.id,
    waitingRoom,
    privateTexts: {
      ren: [ren.email, privateName('Ren'), '7360154'],
      mika: [
        mika.email,
        privateName('Mika'),
        'Private list of Mika',
        ...(await codesOf(mika, batch.id)),
      ],
      aoi: [aoi.email, privateName('Aoi'), 'Private list of Aoi'],
      sora: [sora.email],
      guest: [],
    } satisfies Record<Signer, string[]>,
  }
}

const privateName = (name: string) => `Private-${name}`

/** Creates a title whose waiting room is open now. */
async function openWaitingRoom({ here, mika }: AccessFixtures) {
  const sale_starting_at = addSeconds(here.clock.now, 600).toISOString()
  const { kid } = await createTitle(here, mika, { copies: 3, sale_starting_at, waiting_room: true })
  await here.run('waiting.admit')
  return kid
}

/** Requests that reach further than those of the access table, or that use up an object each. */
// oxfmt-ignore
const reaching = new Map<Endpoint, Make>([
  [accounts.signAccountProof, async (things) => ({ caller: 'guest', input: await codeOf(things) })],
  [accounts.logIn, async (things) => ({ caller: 'guest', input: await proofOf(things) })],
  [accounts.endSession, async ({ here, ren }) => ({ input: { id: (await newSession(here, ren.account_id)).id } })],
  [changeSettings, async ({ sora }) => {
    const settings = await sora.call(getSettings, {})
    const version = 'version' in settings && settings.version
    return { input: { version, reason: 'a trial', points_days: 200 } }
  }],
  [addPeople, ({ allowlist }) => ({ input: { id: allowlist, text: 'friend@elsewhere.test' } })],
  [groups.deleteGroup, async ({ mika, brand }) => {
    const { encrypted_id } = await mika.call(groups.createGroup, { name: 'Short', brand_id: brand })
    return { input: { id: encrypted_id } }
  }],
  [uploads.abortUpload, async (things) => ({ input: { uuid: (await newUpload(things)).uuid } })],
  [uploads.signChunk, async (things) => {
    const { asset } = await newUpload(things)
    return { input: { upload_id: asset.upload_id, chunk_number: 1 } }
  }],
  [uploads.completeUpload, async (things) => ({ input: { upload_id: (await newUpload(things)).asset.upload_id } })],
  [uploads.retryUpload, async (things) => ({ input: { uuid: (await newUpload(things)).uuid } })],
  [getSharedCopy, ({ shared }) => ({ input: { token: shared } })],
  [getDrawResult, async (things) => ({ input: { id: await drawnBy(things) } })],
  [randomlyPurchase, ({ draw }) => ({ input: { group_id: draw, number_of_purchases: 1, balance_to_use: 300 } })],
  [waitings.getWaitingRoom, ({ waitingRoom }) => ({ input: { id: waitingRoom } })],
  [waitings.joinWaitingRoom, ({ waitingRoom }) => ({ input: { id: waitingRoom } })],
  [waitings.leaveWaitingRoom, ({ waitingRoom }) => ({ input: { id: waitingRoom } })],
  [waitings.getWaitingResults, ({ waitingRoom }) => ({ input: { id: waitingRoom } })],
  [players.createDrmToken, ({ film }) => ({ caller: 'mika', input: { kid: film.kid } })],
  [players.clearKeyLicence, async (things) => ({
    caller: 'mika', input: { token: await playToken(things) },
    body: JSON.stringify({ kids: [clearKeyId(things.film.kid)], type: 'temporary' }),
  })],
  [players.hlsKey, async (things) => ({
    caller: 'mika', input: { token: await playToken(things), track: 'video' },
  })],
  [purchases.purchaseSerial, (things) => ({ input: things.stock.order(next(things), 0) })],
  [purchases.purchaseForFree, (things) => ({ input: things.stock.order(next(things), 300) })],
  [purchases.stripeWebhook, (things) => ({ caller: 'guest', ...signedEvent(things) })],
  [receipts.getInvoiceRegistration, () => ({ caller: 'mika' })],
  [receipts.endInvoiceRegistration, () => ({ caller: 'mika' })],
  [accounts.logOut, async ({ here, ren }) => ({ token: (await newSession(here, ren.account_id)).token })],
  [getBank, () => ({ caller: 'ren' })],
  [putBank, (things) => newBank(things)],
  [payouts.getPayout, ({ payout }) => ({ caller: 'ren', input: { id: payout } })],
  [payouts.cancelPayout, ({ payout }) => ({ caller: 'ren', input: { id: payout } })],
  [payouts.updatePayouts, ({ payout }) => ({ input: { ids: [payout], status: 'failed', reason: 'closed' } })],
  [payouts.checkUpdate, async ({ sora, payout }) => {
    const update = { ids: [payout], status: 'failed' as const, reason: 'closed' }
    return { input: { job_id: (await sora.call(payouts.updatePayouts, update)).job_id } }
  }],
  [coupons.getCoupon, async (things) => ({ input: { id: await newCode(things) } })],
  [coupons.claimCoupon, async (things) => ({ input: { id: await newFestivalCode(things), email: 'guest@example.test' } })],
  [coupons.getDesk, async (things) => ({ caller: 'sora', input: { id: await newBatch(things) } })],
  [coupons.listClaims, async (things) => ({ caller: 'sora', input: { id: await newBatch(things) } })],
  [coupons.takeBackClaim, async (things) => ({ caller: 'sora', input: { id: await newClaim(things) } })],
  [coupons.occupyCoupon, async (things) => ({ input: { id: await newCode(things) } })],
  [coupons.getBatch, async (things) => ({ caller: 'sora', input: { id: await newBatch(things) } })],
  [coupons.exportBatch, async (things) => ({ caller: 'sora', input: { id: await newBatch(things) } })],
  [downloads.listDownloads, ({ film }) => ({ caller: 'mika', input: { asset_token_id: film.tokens.get(4)! } })],
  [downloads.createDownload, ({ film }) => ({ caller: 'mika', input: { asset_token_id: film.tokens.get(4)! } })],
  [gifts.getGift, async (things) => ({ caller: 'guest', input: { token: await newGift(things) } })],
  [gifts.claimGift, async (things) => ({ caller: 'ren', input: { token: await newGift(things) } })],
  [gifts.declineGift, async (things) => ({ caller: 'guest', input: { token: await newGift(things) } })],
  [loans.getLoan, async (things) => ({ caller: 'guest', input: { token: await newLoan(things) } })],
  [loans.acceptLoan, async (things) => ({ caller: 'ren', input: { token: await newLoan(things) } })],
  [loans.declineLoan, async (things) => ({ caller: 'guest', input: { token: await newLoan(things) } })],
  [moderation.getCase, ({ moderationCase }) => ({ caller: 'sora', input: { id: moderationCase } })],
  [moderation.addCaseNote, ({ moderationCase }) => ({ caller: 'sora', input: { id: moderationCase, text: 'Asked.' } })],
  [moderation.decideCase, ({ moderationCase }) => ({ caller: 'sora', input: { id: moderationCase, decision: 'dismiss', reason: 'fine' } })],
  [createAppeal, ({ moderationCase }) => ({ caller: 'mika', input: { id: moderationCase, text: 'Mine.' } })],
  [wishes.removeWish, async ({ ren, stock }) => ({ caller: 'ren', input: { id: (await ren.call(wishes.addWish, { kid: stock.kid })).id } })],
  [follows.stopFollowing, async ({ ren, brand }) => ({ caller: 'ren', input: { id: (await ren.call(follows.followBrand, { brand_id: brand })).id } })],
  [savedSearches.updateSavedSearch, async ({ ren }) => ({ caller: 'ren', input: { id: await newSearch(ren), alerts: false } })],
  [savedSearches.removeSavedSearch, async ({ ren }) => ({ caller: 'ren', input: { id: await newSearch(ren) } })],
  [campaigns.updateCampaign, async (things) => ({ caller: 'sora', input: { id: await newCampaign(things), is_published: false } })],
  [gifts.withdrawGift, async ({ here, mika }) => ({ caller: 'mika', input: { id: (await giveOne(mika, await createTitle(here, mika, { copies: 1 }), 1)).id } })],
  [gifts.mailGift, async ({ here, mika }) => ({ caller: 'mika', input: { id: (await giveOne(mika, await createTitle(here, mika, { copies: 1 }), 1)).id } })],
  [startRecovery, async ({ here }) => ({ caller: 'sora', input: { account_id: (await here.person(`P${made++}`)).account_id, email: `new${made}@example.test`, reason: 'asked for' } })],
  [cancelRecovery, async (things) => ({ caller: 'sora', input: { id: await newRecovery(things), reason: 'asked for' } })],
  [putSuspension, async ({ here }) => ({ caller: 'sora', input: { id: (await here.person(`P${made++}`)).account_id, suspended: true, reason: 'asked for' } })],
  [coupons.revokeBatch, async (things) => ({ caller: 'sora', input: { id: await newBatch(things) } })],
])

/** Calls whose objects other calls need end last. */
export function fuzzRows(): Row[] {
  return rows.toSorted((a, b) => Number(ends(a)) - Number(ends(b)))
}
const ends = ({ endpoint }: Row) =>
  endpoint.method === 'DELETE' || endpoint === putUserRole || endpoint === changeSettings

/** Returns a valid request of a call by the caller who gets furthest with it, and new objects if it uses them up. */
export async function validRequest(
  things: FuzzFixtures,
  { endpoint, input, outcomes }: Row,
): Promise<ValidRequest> {
  const signers = callers.filter((who) => who !== 'expired')
  const done = signers.filter((who) => outcomes[who] === 'done')
  const inside = signers.filter((who) => isInside(outcomes[who]))
  const best = [...done, ...inside].toSorted(
    (a, b) => Number(a === 'guest') - Number(b === 'guest'),
  )
  const made: Partial<ValidRequest> = (await reaching.get(endpoint)?.(things)) ?? {}
  const caller = made.caller ?? best[0] ?? 'sora'
  const token = caller === 'guest' ? undefined : things[caller].token
  return { caller, token, input: input(things, caller), ...made }
}

/** Returns true for outcomes behind schema and access: success, or a refusal of the call's own rules. */
export const isInside = (outcome: Outcome): boolean =>
  outcome === 'done' ||
  (!FIRST_CHECKS.has(outcome) && ![401, 403, 404].includes(errors[outcome].status))

/** Refusals that no call has of its own, beside all with the status 401, 403 or 404. */
// oxfmt-ignore
const FIRST_CHECKS = new Set<Outcome>([
  'input_invalid', 'body_invalid', 'form_malformed', 'idempotency_key_missing', 'idempotency_key_reused',
  'too_large', 'wrong_content_type', 'too_many_requests', 'maintenance', 'unavailable', 'timeout', 'bug',
  'code_expired', 'code_wrong', 'code_locked',
])

let made = 0
/** Returns the next copy in stock; the first again after the last. */
const next = ({ stock }: FuzzFixtures) => 1 + (made++ % stock.tokens.size)

const newSearch = async (ren: FuzzFixtures['ren']) =>
  (await ren.call(savedSearches.saveSearch, { name: 'Sea', search: { q: 'sea' } })).id

const newUpload = ({ mika, picture }: FuzzFixtures) =>
  mika.call(uploads.beginUpload, uploadForm(mika, picture, { large_asset_upload: true }))

const newBatch = async ({ sora }: FuzzFixtures) => (await pointCoupons(sora, 100)).id

const newCode = async (things: FuzzFixtures) =>
  (await codesOf(things.sora, await newBatch(things)))[0]!

const newFestivalBatch = async ({ sora }: FuzzFixtures) => {
  const batch = { name: 'Festival', points: 100, count: 1, expires_at: EXPIRES_AT, festival: true }
  return (await sora.call(coupons.createCoupons, batch)).id
}

const newFestivalCode = async (things: FuzzFixtures) =>
  (await codesOf(things.sora, await newFestivalBatch(things)))[0]!

async function newClaim(things: FuzzFixtures) {
  const { here, sora } = things
  const batch = await newFestivalBatch(things)
  const [code] = await codesOf(sora, batch)
  await here.call(coupons.claimCoupon, { id: code!, email: 'guest@example.test' })
  return (await sora.call(coupons.listClaims, { id: batch })).items[0]!.id
}

async function newRecovery({ here, sora }: FuzzFixtures) {
  const { account_id } = await here.person(`P${made++}`)
  const asked = { account_id, email: `new${made}@example.test`, reason: 'asked for' }
  return (await sora.call(startRecovery, asked)).recovery!.id
}

async function newCampaign({ sora }: FuzzFixtures) {
  const words = { en: { title: 'Harbour week', body: 'Films about harbours.' } }
  const terms = { kids: [], groups: [], accepts_codes: false, is_published: true }
  return (await sora.call(campaigns.createCampaign, { slug: `week-${made++}`, words, ...terms })).id
}

/** Gives a copy of a new title, and returns the secret of the gift's link. */
async function newGift({ here, mika }: FuzzFixtures) {
  const { path } = await giveOne(mika, await createTitle(here, mika, { copies: 1 }), 1)
  return path!.replace('/gifts/', '')
}

/** Lends a copy of a new title, and returns the secret of the loan's link. */
async function newLoan({ here }: FuzzFixtures) {
  const lender = await here.person(`P${made++}`, { role: 'ORH' })
  return tokenOf(await lent(lender, await createTitle(here, lender, { copies: 1 }), 1))
}

async function drawnBy({ ren, draw }: FuzzFixtures) {
  const order = { group_id: draw, number_of_purchases: 1, balance_to_use: 300 }
  return (await ren.call(randomlyPurchase, order)).purchase_id
}

const playToken = async ({ mika, film }: FuzzFixtures) =>
  (await mika.call(players.createDrmToken, { kid: film.kid })).token

/** Sends a code to a new person and returns what signs them in. */
async function codeOf({ here }: FuzzFixtures) {
  const email = `p${made++}@elsewhere.test`
  await here.call(accounts.sendSignInCode, { email })
  const [mail] = await waitUntil(
    () => here.inbox(email),
    (mails) => mails.length > 0,
  )
  return { email, code: mail!.code!, nonce: (await here.call(accounts.createNonce, {})).nonce }
}

const proofOf = async (things: FuzzFixtures) =>
  things.here.call(accounts.signAccountProof, await codeOf(things))

/** Creates a person who is about to enter a bank account. */
async function newBank({ here }: FuzzFixtures): Promise<Partial<ValidRequest>> {
  const who = await here.person(`P${made++}`)
  await who.call(accounts.sendSignInCode, { email: who.email, purpose: 'bank' })
  const [mail] = await waitUntil(
    () => here.inbox(who.email),
    (mails) => mails.length > 0,
  )
  return { token: who.token, input: { ...BANK, code: mail!.code! } }
}

/** Returns an event of a payment that nobody knows, signed as the card provider signs it. */
function signedEvent({ here }: FuzzFixtures) {
  const event = {
    id: `evt_${made++}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    created: 1_893_456_000,
  }
  const payload = JSON.stringify({
    ...event,
    data: { object: { id: 'pi_0', object: 'payment_intent' } },
  })
  const secret = here.config.emulatorKeys!.card.webhookSecret
  const signature = new Stripe('sk_test').webhooks.generateTestHeaderString({ payload, secret })
  return { body: payload, headers: { 'stripe-signature': signature } }
}
