import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { viewAs, page } from '#src/catalog/asset/asset.shared.ts'
import { INT_MAX, paging, parts } from '#core/http/paging.shared.ts'
import { plainName } from '#core/plain-name.shared.ts'
import { rentalClock } from '#src/catalog/rental-period/rental-period.shared.ts'

/** The statuses of a copy as one viewer sees it. */
export const serialStatuses = [
  'buyable',
  'rentable',
  'not_listed',
  'preparing',
  'reserved_for_you',
  'reserved_for_another',
  'not_available',
  'being_purchased',
  'being_rented',
  'downloaded',
  'offered_in_trade',
  'frozen', // the viewer's own copy while the card payment for it is disputed
  'in_wallet', // of its owner, who has to move it back before they offer it
  'in_trade_offer', // the viewer's own copy, unlisted, which they offer for another
] as const
export type SerialStatus = (typeof serialStatuses)[number]

/** The kinds of listing of a copy; a gift is a `transfer`. */
export const listingKinds = [
  'sale',
  'rental',
  'trade',
  'free_distribution',
  'free_rental',
  'transfer',
  'loan',
  'auction',
] as const

const boardSerial = z.strictObject({
  number: z.int(),
  asset_token_id: z.uuid(),
  status: z.enum(serialStatuses),
  listing_kind: z.enum(listingKinds).nullable(), // for its owner only
  sale_price: z.int().nullable(),
  rent_price: z.int().nullable(),
  rental_period_seconds: z.int().nullable(),
  rental_clock: rentalClock.nullable(), // what the period counts from
  held_until: z.iso.datetime().nullable(), // set while a buyer is paying
  mine: z.boolean(),
})
boardSerial.register(z.globalRegistry, { id: 'BoardCopy' })
export type BoardSerial = z.output<typeof boardSerial>

/**
 * Reports whether the viewer may buy the copy: it is for sale to everybody or reserved for them.
 */
export const isToBuy = ({ status, sale_price }: Pick<BoardSerial, 'status' | 'sale_price'>) =>
  sale_price !== null && (status === 'buyable' || status === 'reserved_for_you')

/** Reports whether the viewer may rent the copy now. */
export const isToRent = (copy: Pick<BoardSerial, 'status' | 'rent_price' | 'mine'>) =>
  !copy.mine &&
  copy.rent_price !== null &&
  (copy.status === 'rentable' || copy.status === 'reserved_for_you')

/**
 * Lists the number board, whole unless a part is asked for; `from` and `to` are the first and last number in view.
 */
export const listSerials = endpoint('GET', '/assets/{id}/serials', {
  query: z.strictObject({
    ...parts,
    id: z.uuid(),
    status: z.enum(serialStatuses).optional(),
    mine: z.literal('true').optional(), // only the caller's own copies
    from: z.coerce.number().int().min(1).max(INT_MAX).optional(),
    to: z.coerce.number().int().min(1).max(INT_MAX).optional(),
  }),
  reply: z.strictObject({ items: z.array(boardSerial), total: z.int() }),
})

/**
 * A compact row of the board; the status is an index into `serialStatuses`, the listing kind into
 * `listingKinds`, `mine` is 1 or 0.
 */
const boardRow = z.tuple([
  z.int(), // number
  z.int(), // status
  z.literal([0, 1]), // mine
  z.int().nullable(), // sale price
  z.int().nullable(), // rent price
  z.int().nullable().optional(), // listing kind of the viewer's own copy that is not available
  z.literal(1).optional(), // for sale by an owner who is not the creator
])
export type BoardRow = z.output<typeof boardRow>

/** Converts a compact row to named fields. */
export const parseBoardRow = ([
  number,
  place,
  mine,
  sale_price,
  rent_price,
  kind,
  resale,
]: BoardRow) => ({
  status: serialStatuses[place] ?? 'not_available',
  mine: mine === 1,
  number,
  sale_price,
  rent_price,
  listing_kind: listingKinds[kind ?? -1] ?? null,
  is_resale: resale === 1,
})
export type BoardCopy = ReturnType<typeof parseBoardRow>

/**
 * Returns every copy of an edition, lowest number first, filling in those that the board leaves
 * out.
 */
export function copiesOfEdition(
  rows: readonly BoardRow[],
  first: number,
  count: number,
): BoardCopy[] {
  const listed = new Map(rows.map((row) => [row[0], parseBoardRow(row)]))
  const held = {
    status: 'not_listed',
    mine: false,
    sale_price: null,
    rent_price: null,
    listing_kind: null,
    is_resale: false,
  } as const
  const last = Math.max(first + count - 1, ...rows.slice(-1).map(([number]) => number))
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const number = first + i
    return listed.get(number) ?? { number, ...held }
  })
}

/** Returns the board in a compact form; copies that other people merely hold are left out. */
export const getBoard = endpoint('GET', '/assets/{id}/board', {
  query: z.strictObject({ id: z.uuid(), ...viewAs }),
  reply: z.strictObject({ rows: z.array(boardRow) }),
})

/** The events of a copy's history that everybody may see. */
export const historyKinds = [
  'issue',
  'additional_issue',
  'sale',
  'rental',
  'coupon',
  'trade', // for another copy
  'distribution', // claimed for free
  'gift',
  'download', // by its owner, which locks the copy
  'download_deleted', // as its owner says
  'download_unused', // nobody fetched the file
  'screening', // shown to guests
  'to_wallet', // moved to a linked wallet of its owner
  'from_wallet', // moved back
  'loan', // to a friend, for some days
  'return', // of a sale whose payment was reversed
] as const

const historyEntry = z.strictObject({
  kind: z.enum(historyKinds),
  at: z.iso.datetime(),
  price: z.int().nullable(), // of a sale or rental
  holder: z.string().nullable(), // who owned the copy from then on, if they show their name
})
export type HistoryEntry = z.output<typeof historyEntry>

const serialOfTitle = boardSerial.extend({
  kid: z.uuid(),
  // null if the name is masked, because an id reveals as much
  owner_account_id: z.uuid().nullable(),
  // masked as `R****` unless the owner shows their name, sells the copy, created it or is the viewer
  owner_username: z.string(),
  owned_since: z.iso.datetime(),
  is_primary: z.boolean(), // the creator still owns it
  batch: z.uuid().nullable(),
  // null unless rented out; the latest end of a rental that counts from a first play to come
  rented_until: z.iso.datetime().nullable(),
  start_by: z.iso.datetime().nullable(), // set while the viewer rents the copy and has not started
  /** The kind of deal that the viewer has begun to pay for. */
  my_payment: z.string().nullable(),
  /** The free distribution of the copy, for its creator and while the viewer may claim from it. */
  distribution_id: z.uuid().nullable(),
  /** The free rental of the copy, for its creator. */
  free_rental_id: z.uuid().nullable(),
  /** True while the viewer is giving the copy away as a gift. */
  is_gift: z.boolean(),
  /** The linked wallet that the copy is in, for its owner. */
  linked_wallet_id: z.uuid().nullable(),
  /** The loan of the copy, for its lender and its borrower. */
  loan: z.enum(['open', 'running']).nullable(),
  history: z.array(historyEntry), // latest first, at most ten
})
serialOfTitle.register(z.globalRegistry, { id: 'Copy' })
export type SerialOfTitle = z.output<typeof serialOfTitle>

/**
 * Reports whether the viewer's copy is free to be shown to others: neither away nor about to leave them,
 * of a title that guests find.
 */
export const isToShow = (
  { published_at, is_hidden }: { published_at: string | null; is_hidden: boolean },
  copy: SerialOfTitle,
) =>
  copy.mine &&
  published_at !== null &&
  !is_hidden &&
  copy.rent_price === null &&
  copy.status !== 'being_rented' &&
  copy.status !== 'downloaded' &&
  !(copy.is_gift || copy.loan) &&
  !(copy.distribution_id || copy.free_rental_id || copy.linked_wallet_id)

/** Returns a copy with its owner, its prices and its listing. */
export const getSerial = endpoint('GET', '/assets/{id}/serials/{number}', {
  query: z.strictObject({
    ...viewAs,
    id: z.uuid(),
    number: z.coerce.number().int().min(1).max(INT_MAX),
  }),
  reply: serialOfTitle,
})

const ownSerial = boardSerial.extend({
  owner_username: z.string(), // masked like that of `getSerial`
  owned_since: z.iso.datetime(),
  downloaded: z.boolean(),
})
ownSerial.register(z.globalRegistry, { id: 'OwnCopy' })
export type OwnSerial = z.output<typeof ownSerial>

const ofTitle = z.strictObject({
  ...paging,
  id: z.uuid(),
  status: z.enum(serialStatuses).optional(),
  listing_kind: z.enum([...listingKinds, 'none']).optional(), // of the caller's own copies
})
/** Lists the caller's own copies of a title. */
export const listOwnedSerials = endpoint('GET', '/assets/owned/{id}/serials', {
  query: ofTitle,
  reply: page(ownSerial),
})
/** Lists all copies of one of the caller's own works. */
export const listCreatedSerials = endpoint('GET', '/assets/created/{id}/serials', {
  query: ofTitle,
  reply: page(ownSerial),
})

/**
 * Issues further copies after a title's last number, and mails the owners of copies. `title` and
 * `description` name and describe the issue if they differ from the title's own. `asset_type` must
 * be the title's own.
 */
export const copyAsset = endpoint('POST', '/assets/copy', {
  once: true,
  body: z.strictObject({
    kid: z.uuid(),
    title: plainName(120),
    description: z.string().trim().max(10_000),
    copies_count: z.int().min(1).max(10_000), // how many more
    asset_type: z.enum(['image', 'video', 'unknown']),
  }),
  reply: z.strictObject({
    kid: z.uuid(),
    n: z.int(), // number of the issue; the upload's is 1
    first_number: z.int(),
    last_number: z.int(),
    copies_count: z.int(), // of the whole edition
  }),
})
