import { randomUUID } from 'node:crypto'
import type { Endpoint, InputOf } from '#core/endpoint.ts'
import type { ErrorCode } from '#core/errors.ts'
import * as accounts from '#src/account/account.shape.ts'
import * as assets from '#src/asset/asset.shape.ts'
import * as banks from '#src/bank/bank.shape.ts'
import * as brands from '#src/brand/brand.shape.ts'
import * as collections from '#src/collected/collected.shape.ts'
import * as coupons from '#src/coupon/coupon.shape.ts'
import { getUserLocalCurrency } from '#src/currency/currency.shape.ts'
import * as draws from '#src/draw/draw.shape.ts'
import * as groups from '#src/group/group.shape.ts'
import * as histories from '#src/history/history.shape.ts'
import { getBalance } from '#src/ledger/ledger.shape.ts'
import * as listings from '#src/listing/listing.shape.ts'
import * as players from '#src/playback/playback.shape.ts'
import * as payees from '#src/payout/payee.shape.ts'
import * as payouts from '#src/payout/payout.shape.ts'
import * as purchases from '#src/purchase/purchase.shape.ts'
import * as replacements from '#src/replacement/replacement.shape.ts'
import * as receipts from '#src/receipt/receipt.shape.ts'
import * as serials from '#src/serial/serial.shape.ts'
import * as settings from '#src/settings/settings.shape.ts'
import * as statements from '#src/statement/statement.shape.ts'
import { listTransactionStatistics } from '#src/statistics/statistics.shape.ts'
import * as uploads from '#src/upload/upload.shape.ts'
import * as users from '#src/user/user.shape.ts'
import type { Street } from './street.ts'
import { form, md5 } from './uploads.ts'

/** Who stands before a door. Everything in the street is Mika's, but for Ren's own purchase. */
export const callers = ['guest', 'ren', 'mika', 'aoi', 'sora', 'expired'] as const
export type Caller = (typeof callers)[number]
type Outcome = ErrorCode | 'done'
export type Outcomes = Record<Caller, Outcome>
type But = Partial<Outcomes>

export interface Row {
  endpoint: Endpoint
  input: (street: Street, caller: Caller) => Record<string, unknown>
  outcomes: Outcomes
}

const each = (outcome: Outcome): Outcomes => ({
  ...{ guest: outcome, ren: outcome, mika: outcome, aoi: outcome, sora: outcome, expired: outcome },
})
const anybody = (outcome: Outcome = 'done', but: But = {}) => ({ ...each(outcome), ...but })
const people = (outcome: Outcome = 'done', but: But = {}) => ({
  ...each(outcome),
  ...({ guest: 'not_signed_in', expired: 'session_expired' } as const),
  ...but,
})
const creators = (outcome: Outcome = 'done', but: But = {}) => ({
  ...people(outcome),
  ...({ ren: 'creators_only', sora: 'creators_only' } as const),
  ...but,
})
const admins = (outcome: Outcome = 'done') => ({
  ...people('admins_only'),
  ...{ sora: outcome },
})
const stranger = { aoi: 'not_found' } as const

function row<E extends Endpoint>(
  endpoint: E,
  outcomes: Outcomes,
  input: (street: Street, caller: Caller) => InputOf<E>,
): Row {
  return { endpoint, outcomes, input }
}

const nothing = () => ({})
const theTitle = ({ film }: Street) => ({ id: film.kid })
const theGroup = ({ group }: Street) => ({ id: group.encrypted_id })
const proof = { nonce: '0'.repeat(64), address: '0x1' }
const signature = { f_type: 'CompositeSignature', f_vsn: '1.0.0', addr: '0x1', keyId: 0 } as const

const account = {
  ...{ holder: 'オカダ アキ', account_number: '1234567', deposit_type: 'savings' as const },
  ...{ bank_code: '0001', branch_code: '100' },
}

/** One row for each call: what it is asked, and what each caller is answered. In this order. */
// oxfmt-ignore
export const rows: Row[] = [
  row(accounts.createNonce, anybody(), nothing),
  row(accounts.sendSignInCode, anybody(), (_, caller) => ({ email: `new-${caller}@example.test` })),
  row(accounts.signAccountProof, anybody('nonce_invalid'), ({ ren }) =>
    ({ email: ren.email, code: '000000', nonce: proof.nonce })),
  row(accounts.logIn, anybody('proof_invalid'), () =>
    ({ ...proof, signatures: [{ ...signature, signature: '00' }] })),
  row(accounts.logOut, people(), nothing),
  row(accounts.initializeAccount, people(), nothing),
  row(accounts.getCurrentAccount, people(), nothing),
  row(accounts.updateCurrentAccount, people(), () => ({ first_name: 'Aki' })),
  row(accounts.listSessions, people(), nothing),
  row(accounts.endSession, people('not_found', { ren: 'done' }), ({ session }) => ({ id: session })),

  row(assets.listListedAssets, anybody(), nothing),
  row(assets.getListedAsset, anybody(), theTitle),
  row(assets.listOwnedAssets, people(), nothing),
  row(serials.listOwnedSerials, people(), theTitle),
  row(assets.listCreatedAssets, creators(), nothing),
  row(assets.getCreatedAsset, creators('done', stranger), theTitle),
  row(serials.listCreatedSerials, creators('done', stranger), theTitle),
  row(assets.getFlowStatus, people(), theTitle),
  row(assets.updateAsset, creators('done', stranger), ({ film }) =>
    ({ kid: film.kid, trade_enabled: true })),
  row(serials.copyAsset, creators('done', stranger), ({ film }) => ({
    ...{ kid: film.kid, title: 'More', description: '', copies_count: 1 },
    asset_type: 'video' as const,
  })),
  row(replacements.getMedia, creators('done', stranger), ({ film }) => ({ kid: film.kid })),
  row(replacements.replacePoster, creators('media_unknown', stranger), ({ film }) =>
    ({ kid: film.kid, image: 'bm8gcGljdHVyZQ==' })),
  row(replacements.listReplacements, creators('done', stranger), ({ film }) => ({ kid: film.kid })),
  row(replacements.beginTrailer, creators('done', stranger), ({ film, picture }) => ({
    ...{ kid: film.kid, file_name: 'trailer.mp4', file_size: picture.bytes.length },
    ...{ file_type: 'video/mp4', md5: md5(picture.bytes) },
  })),
  row(replacements.putSubtitles, creators('title_not_out', stranger), ({ film }) => ({
    ...{ kid: film.kid, of: 'asset' as const, language: 'ja' },
    b64_data: Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\n海\n').toString('base64'),
  })),
  row(replacements.deleteSubtitles, creators('title_not_out', stranger), ({ film }) =>
    ({ kid: film.kid, of: 'asset' as const, language: 'ja' })),
  row(assets.getAsset, anybody(), theTitle),
  row(serials.listSerials, anybody(), theTitle),
  row(serials.getBoard, anybody(), theTitle),
  row(serials.getSerial, anybody(), ({ film }) => ({ id: film.kid, number: 1 })),

  row(brands.listBrands, anybody(), () => ({ account: 'nobody' })),
  row(brands.createBrand, creators(), () => ({ name: 'Sea Works', account: `b-${randomUUID()}` })),
  row(brands.updateBrand, creators('done', { aoi: 'forbidden' }), ({ brand }) =>
    ({ id: brand, name: 'Salt Works' })),
  row(assets.listBrandAssets, anybody(), ({ brand }) => ({ brand_id: brand })),
  row(assets.listBrandRentals, anybody(), ({ brand }) => ({ brand_id: brand })),
  row(assets.listBrandCreated, creators(), ({ brand }) => ({ brand_id: brand })),
  row(groups.listBrandGroups, anybody(), ({ brand }) => ({ id: brand })),
  row(brands.getBrand, anybody(), ({ brand }) => ({ id: brand })),

  row(collections.listOwnedBrands, people(), nothing),
  row(collections.getOwnedBrand, people(), ({ brand }) => ({ id: brand })),

  row(groups.listGroups, creators(), nothing),
  row(groups.createGroup, creators('done', stranger), ({ brand }) =>
    ({ name: 'Winter Set', brand_id: brand })),
  row(groups.listGroupContents, anybody(), theGroup),
  row(groups.getGroup, anybody(), theGroup),
  row(groups.updateGroup, creators('done', stranger), ({ group }) =>
    ({ id: group.encrypted_id, name: 'Winter Films' })),
  row(draws.getDraw, anybody('done'), ({ group }) => ({ id: group.encrypted_id })),
  row(draws.randomlyPurchase, people('not_enough_copies'), ({ group }) =>
    ({ group_id: group.encrypted_id, number_of_purchases: 1, balance_to_use: 0 })),
  row(draws.getDrawn, anybody('not_found'), ({ paid }) => ({ id: paid })),
  row(groups.deleteGroup, creators('done', stranger), theGroup),

  row(listings.listSerialsForSale, people('not_owner', { mika: 'done', sora: 'forbidden' }),
    ({ unsold }) => ({
      listing_type: 'sale' as const, sale_price: 300, asset_token_ids: [unsold.tokens.get(1)!],
    })),
  row(listings.delistSerials, people('not_owner', { mika: 'done' }),
    ({ unsold }) => ({ asset_token_ids: [unsold.tokens.get(1)!] })),
  row(listings.withdrawAsset, creators('title_is_owned', stranger), ({ film }) => ({ kid: film.kid })),
  row(listings.restoreAsset, creators('done', stranger), ({ film }) => ({ kid: film.kid })),
  row(listings.calculateProfit, people(), ({ film }) => ({ kid: film.kid, price: 300 })),

  row(purchases.purchaseSerial, people('done', { mika: 'own_serial' }), ({ film }, caller) =>
    film.order(2 + callers.indexOf(caller), 0)),
  row(purchases.purchaseForFree, people('done', { mika: 'own_serial' }), ({ film }, caller) =>
    film.order(10 + callers.indexOf(caller), 300)),
  row(purchases.getPurchase, people('not_found', { ren: 'done' }), ({ purchase }) =>
    ({ id: purchase.purchase_id })),
  row(purchases.cancelPurchase, people('not_found', { ren: 'done' }), ({ purchase, film }) =>
    ({ kid: film.kid, serial_number: purchase.number })),
  row(purchases.listPurchases, people(), nothing),
  row(purchases.stripeWebhook, anybody('forbidden'), nothing),

  row(receipts.getReceipt, people('not_found', { ren: 'done' }), ({ paid }) => ({ purchase_id: paid })),
  row(receipts.getInvoiceRegistration, people('not_found'), nothing),
  row(receipts.putInvoiceRegistration, people(), () =>
    ({ number: 'T7000012050002', name: 'Okada Film', valid_from: '2029-01-01' })),
  row(receipts.endInvoiceRegistration, people(), nothing),

  row(banks.listBanks, people(), nothing),
  row(banks.listBranches, people(), () => ({ code: '0001' })),
  row(banks.getBank, people('not_found'), nothing),
  row(banks.putBank, people('code_expired'), () => ({ ...account, code: '000000' })),

  row(payouts.getPayoutTerms, people(), nothing),
  row(payouts.getPayoutCalendar, people(), nothing),
  row(payouts.requestPayout, people('bank_required'), () => ({ amount: 1_000 })),
  row(payouts.cancelPayout, people('not_found'), () => ({ id: randomUUID() })),
  row(payouts.putAuto, people(), () => ({ enabled: false })),
  row(payouts.getPayout, people('not_found'), () => ({ id: randomUUID() })),
  row(payouts.exportPayouts, admins('nothing_to_send'), () => ({ format: 'zengin' as const, month: '2024-01' })),
  row(payouts.updatePayouts, admins(), () =>
    ({ ids: [randomUUID()], status: 'processed' as const, reason: 'paid' })),
  row(payouts.checkUpdate, admins('not_found'), () => ({ job_id: randomUUID() })),
  row(payouts.readBankResults, admins('bank_file_invalid'), () => ({ file: 'AAAA', reason: 'paid' })),
  row(payouts.listPayouts, people(), nothing),
  row(payees.getPayee, admins(), ({ ren }) => ({ account_id: ren.account_id })),
  row(payees.putPayee, admins(), ({ ren }) =>
    ({ account_id: ren.account_id, withholding: 'none' as const, reason: 'asked' })),

  row(accounts.carryCode, anybody(), () => ({ code: '0000' })),
  row(coupons.occupyCarried, people(), nothing),
  row(coupons.listCoupons, people(), nothing),
  row(coupons.createCoupons, people('creators_only', { mika: 'done', aoi: 'not_owner', sora: 'done' }),
    ({ unsold }, caller) => ({
      ...{ name: 'Opening night', expires_at: '2098-01-01T00:00:00Z' },
      ...(caller === 'sora' ? { points: 100, count: 1 } : { asset_token_ids: [unsold.tokens.get(2)!] }),
    })),
  row(coupons.getCoupon, people('coupon_invalid'), () => ({ id: '0000' })),
  row(coupons.occupyCoupon, people('coupon_invalid'), () => ({ id: '0000' })),
  row(coupons.listBatches, people('done', { ren: 'creators_only' }), nothing),
  row(coupons.getBatch, people('not_found', { ren: 'creators_only' }), () => ({ id: randomUUID() })),
  row(coupons.exportBatch, people('not_found', { ren: 'creators_only' }), () => ({ id: randomUUID() })),
  row(coupons.revokeBatch, people('not_found', { ren: 'creators_only' }), () => ({ id: randomUUID() })),

  row(uploads.beginUpload, creators(), ({ mika, aoi, picture }, caller) =>
    form(caller === 'aoi' ? aoi : mika, picture)),
  row(uploads.signChunk, creators('done', stranger), ({ upload }) =>
    ({ upload_id: upload.asset.upload_id, chunk_number: 1 })),
  row(uploads.completeUpload, creators('upload_incomplete', stranger), ({ upload }) =>
    ({ upload_id: upload.asset.upload_id })),
  row(uploads.listUploads, creators(), nothing),
  row(uploads.retryUpload, creators('upload_closed', stranger), ({ upload }) =>
    ({ uuid: upload.uuid })),
  row(uploads.abortUpload, creators('done', stranger), ({ upload }) => ({ uuid: upload.uuid })),

  row(players.getSound, anybody(), theTitle),
  row(players.getChapters, anybody(), theTitle),
  row(players.putChapters, creators('done', stranger), ({ film }) =>
    ({ kid: film.kid, chapters: [] })),
  row(players.createDrmToken, people('not_yours_to_watch', { mika: 'not_ready_to_watch' }), ({ unsold }) =>
    ({ kid: unsold.kid })),
  row(players.clearKeyLicence, people('playback_token_invalid'), () => ({ token: 'none' })),
  row(players.hlsKey, people('playback_token_invalid'), () => ({ token: 'none', track: 'video' as const })),
  row(players.getFairPlayCertificate, anybody('drm_unavailable'), nothing),

  row(listTransactionStatistics, people('done', { ren: 'creators_only' }), nothing),
  row(getBalance, people(), nothing),
  row(histories.listPointDetails, people(), nothing),
  row(histories.getPointDetail, people('not_found', { ren: 'done' }), ({ entry }) => ({ id: entry })),
  row(histories.listTransactions, people(), nothing),
  row(statements.listStatements, people(), nothing),
  row(statements.getStatementYear, people(), () => ({ year: '2030' })),
  row(statements.getStatement, people(), () => ({ month: '2030-01' })),
  row(getUserLocalCurrency, anybody(), nothing),
  row(users.listUsers, admins(), nothing),
  row(users.getUserRole, admins('not_found'), ({ ren }) => ({ id: ren.account_id })),
  row(users.putUserRole, admins('not_found'), ({ ren }) =>
    ({ id: ren.account_id, role: 'ORH' as const, reason: 'asked' })),
  row(settings.listSettingVersions, admins(), nothing),
  row(settings.getSettings, anybody(), nothing),
  row(settings.changeSettings, admins(), () => ({ version: 0, reason: 'a trial', points_days: 200 })),
  row(settings.getMenu, anybody(), nothing),
]
