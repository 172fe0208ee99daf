import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { viewAs, INT_MAX, page, paging } from '#src/catalog/asset/asset.shared.ts'
import { plainName } from '#src/catalog/asset/plain-name.shared.ts'

/** What a copy is to one viewer (product.md 3). */
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
  'frozen', // one's own, while the card payment for it is disputed
] as const
export type SerialStatus = (typeof serialStatuses)[number]

const boardSerial = z.strictObject({
  number: z.int(),
  asset_token_id: z.uuid(),
  status: z.enum(serialStatuses),
  sale_price: z.int().nullable(),
  rent_price: z.int().nullable(),
  rental_period_seconds: z.int().nullable(),
  held_until: z.iso.datetime().nullable(), // while somebody is paying
  mine: z.boolean(),
})
export type BoardSerial = z.output<typeof boardSerial>

/** Whether the viewer may buy it: it is for sale, to everybody or to them. */
export const isToBuy = ({ status, sale_price }: Pick<BoardSerial, 'status' | 'sale_price'>) =>
  sale_price !== null && (status === 'buyable' || status === 'reserved_for_you')

/** Whether the viewer may rent it: it is offered so, to everybody or to them, and not out. */
export const isToRent = (copy: Pick<BoardSerial, 'status' | 'rent_price' | 'mine'>) =>
  !copy.mine &&
  copy.rent_price !== null &&
  (copy.status === 'rentable' || copy.status === 'reserved_for_you')

/** The number board; `from` and `to` are numbers, for the part of a large edition in view. */
export const listSerials = endpoint('GET', '/assets/{id}/serials', {
  query: z.strictObject({
    id: z.uuid(),
    status: z.enum(serialStatuses).optional(),
    from: z.coerce.number().int().min(1).max(INT_MAX).optional(),
    to: z.coerce.number().int().min(1).max(INT_MAX).optional(),
  }),
  reply: z.strictObject({ items: z.array(boardSerial), total: z.int() }),
})

/** A row of the board: its status by its place in `serialStatuses`, and 1 where it is the viewer's. */
const boardRow = z.tuple([
  z.int(), // number
  z.int(), // status
  z.literal([0, 1]), // mine
  z.int().nullable(), // sale price
  z.int().nullable(), // rent price
])
export type BoardRow = z.output<typeof boardRow>

/** What such a row says. */
export const parseBoardRow = ([number, place, mine, sale_price, rent_price]: BoardRow) => ({
  status: serialStatuses[place] ?? 'not_available',
  mine: mine === 1,
  ...{ number, sale_price, rent_price },
})
export type BoardCopy = ReturnType<typeof parseBoardRow>

/** Every copy of an edition, lowest number first: those that a board leaves out others hold. */
export function copiesOfEdition(rows: readonly BoardRow[], first: number, count: number): BoardCopy[] {
  const told = new Map(rows.map((row) => [row[0], parseBoardRow(row)]))
  const held = { status: 'not_listed', mine: false, sale_price: null, rent_price: null } as const
  const last = Math.max(first + count - 1, ...rows.slice(-1).map(([number]) => number))
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const number = first + i
    return told.get(number) ?? { number, ...held }
  })
}

/** The board of thousands in few bytes: copies of others that are only held are left out. */
export const getBoard = endpoint('GET', '/assets/{id}/board', {
  query: z.strictObject({ id: z.uuid(), ...viewAs }),
  reply: z.strictObject({ rows: z.array(boardRow) }),
})

const serialOfTitle = boardSerial.extend({
  kid: z.uuid(),
  owner_account_id: z.uuid().nullable(), // null where the name is masked: an id tells as much
  owner_username: z.string(), // `R****` where the holder neither sells nor asks
  owned_since: z.iso.datetime(),
  is_primary: z.boolean(), // still the creator's own
  batch: z.uuid().nullable(),
  rented_until: z.iso.datetime().nullable(), // where it is rented out
  my_payment: z.enum(['purchase', 'rental']).nullable(), // what the viewer has begun to pay for
})
export type SerialOfTitle = z.output<typeof serialOfTitle>

/** One copy: who holds it since when, what it costs, and its listing if it has one. */
export const getSerial = endpoint('GET', '/assets/{id}/serials/{number}', {
  query: z.strictObject({
    ...viewAs,
    id: z.uuid(),
    number: z.coerce.number().int().min(1).max(INT_MAX),
  }),
  reply: serialOfTitle,
})

const ownSerial = boardSerial.extend({
  owner_username: z.string(), // `R****` likewise
  owned_since: z.iso.datetime(),
  downloaded: z.boolean(),
})
export type OwnSerial = z.output<typeof ownSerial>

const ofTitle = z.strictObject({
  ...paging,
  id: z.uuid(),
  status: z.enum(serialStatuses).optional(),
})
export const listOwnedSerials = endpoint('GET', '/assets/owned/{id}/serials', {
  query: ofTitle,
  reply: page(ownSerial),
})
export const listCreatedSerials = endpoint('GET', '/assets/created/{id}/serials', {
  query: ofTitle,
  reply: page(ownSerial),
})

/**
 * Adds copies after a title's last number as a further issue that its owners are told of. `title`
 * and `description` are what the issue is called and what is said about it where they are not the
 * title's own; `asset_type` must be.
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
    n: z.int(), // 2: the first issue after that of the upload
    first_number: z.int(),
    last_number: z.int(),
    copies_count: z.int(), // of the whole edition now
  }),
})
