import { mutation } from './source-mutations.ts'

const EDIT = 'src/catalog/asset/edit.test.ts'
const GROUP = 'src/catalog/group/group.test.ts'
const CONTENTS = 'src/catalog/group/contents.test.ts'
const BRAND = 'src/catalog/brand/brand.test.ts'
const FURTHER = 'src/catalog/serial/issue-further.test.ts'
const WITHDRAW = 'src/sales/listing/withdraw.test.ts'
const REPRICE = 'src/sales/listing/reprice.test.ts'
const RANGES = 'src/sales/listing/bulk.test.ts'
const REPLACEMENT = 'src/media/replacements/replacement.test.ts'
const UPLOAD = 'src/media/upload/upload.test.ts'
const PICTURES = 'src/platform/pictures/remove-picture.test.ts'
const BY_OWNER = 'test/access-by-owner.test.ts'
const HOLDER = 'src/catalog/serial/holder.test.ts'

// oxfmt-ignore
const titles = [
  mutation('a title that is owned is withdrawn', 'src/sales/listing/withdraw.ts', ['if (code) fail(code)', ''], WITHDRAW, 'cannot be withdrawn once'),
  mutation('a title that was owned once is withdrawn', 'src/sales/listing/withdraw.ts', ['or exists (select from holding where holding.kid = asset.kid)', ''], WITHDRAW, 'bought the copy back'),
  mutation('a title that is being paid for is withdrawn', 'src/sales/listing/withdraw.ts', [`if (is_being_paid) return 'serial_being_purchased'`, ''], WITHDRAW, 'cannot be withdrawn once'),
  mutation('what was promised by coupon is withdrawn', 'src/sales/listing/withdraw.ts', [`return is_promised ? 'serial_reserved' : undefined`, 'return is_promised ? undefined : undefined'], WITHDRAW, 'cannot be withdrawn once'),
  mutation('a withdrawn title stays on offer', 'src/sales/listing/withdraw.ts', ['await delistAll(tx, ctx, kid)\n', '\n'], WITHDRAW, 'its copies unlisted'),
  mutation('a withdrawn title is still sold', 'src/sales/purchase/offers.ts', [' and published_at is not null', ''], BY_OWNER, 'another person’s object'),
  mutation('who hides their name is told by their id', 'src/catalog/serial/serial.ts', ['case when ${isNamed(viewer)} then serial.owner end', 'serial.owner'], HOLDER, 'owners are masked'),
  mutation('a title that comes back is new', 'src/catalog/asset/asset-lifecycle.ts', ['.set({ published_at: sql`was_published_at` })', '.set({ published_at: sql`now()` })'], WITHDRAW, 'published again as before'),
  mutation('further copies begin with the first number', 'src/catalog/serial/issue-further.ts', ['asset.first_number + asset.copies_count', 'asset.first_number'], FURTHER, 'after the last number'),
  mutation('further copies leave a gap', 'src/catalog/serial/issue-further.ts', ['asset.first_number + asset.copies_count', 'asset.first_number + asset.copies_count + 1'], FURTHER, 'after the last number'),
  mutation('further copies are not counted', 'src/catalog/serial/issue-further.ts', ['await addToCopiesCount(tx, kid, copies)', ''], FURTHER, 'after the last number'),
  mutation('owners are not told of further copies', 'src/catalog/serial/issue-further.ts', ['await enqueueMails(tx, { kid, creator, n })', ''], FURTHER, 'gets one mail'),
  mutation('a title is not locked before it grows', 'src/catalog/asset/edit.ts', [`.forNoKeyUpdate()\n    .executeTakeFirst()`, '.executeTakeFirst()'], FURTHER, 'ten issues at once'),
  mutation('a title is saved over what was saved meanwhile', 'src/catalog/asset/edit.ts', [`if (edited_at !== undefined && edited_at !== asset.edited_at) fail('changed_elsewhere')`, ''], EDIT, 'saved elsewhere'),
  mutation('a sale may end as it begins', 'src/catalog/asset/edit.ts', ['Date.parse(sale_starting_at) >= Date.parse(sale_ending_at)', 'Date.parse(sale_starting_at) > Date.parse(sale_ending_at)'], EDIT, 'impossible settings'),
  mutation('a lowest price under ten stays', 'src/catalog/asset/edit.ts', ['...(raised && { min_sellable_price: price_min }),', ''], EDIT, 'lowest price'),
  mutation('a title is changed by a stranger', 'src/catalog/asset/edit.ts', [`    .selectAll()\n    .where('kid', '=', kid)\n    .where('creator', '=', currentPerson(ctx).account_id)`, `    .selectAll()\n    .where('kid', '=', kid)`], BY_OWNER, 'another person’s object'),
]

// oxfmt-ignore
const brandsAndGroups = [
  mutation('a title is taken from its brand by another', 'src/catalog/asset/edit.ts', ['if (asset.brand_id && asset.brand_id !== brand_id) {', 'if (asset.title === brand_id) {'], BRAND, 'BR-03'),
  mutation('a title joins a stranger’s brand', 'src/catalog/asset/edit.ts', [`    .where('owner', '=', currentPerson(ctx).account_id)\n    .executeTakeFirst()\n  if (!brand)`, `    .executeTakeFirst()\n  if (!brand)`], BY_OWNER, 'another person’s object'),
  mutation('a brand keeps what its owner took out', 'src/catalog/asset/edit.ts', [' and kid <> all(${kids}::uuid[])', ' and false'], BRAND, 'BR-03'),
  mutation('titles of a brand are locked as they lie', 'src/catalog/asset/edit.ts', [`.orderBy('kid')\n    .forNoKeyUpdate()`, '.forNoKeyUpdate()'], BRAND, 'one order'),
  mutation('a brand is changed by a stranger', 'src/catalog/brand/brand.ts', [`if (brand?.owner !== currentPerson(ctx).account_id) fail('forbidden')`, `if (!brand) fail('forbidden')`], BY_OWNER, 'another person’s object'),
  mutation('a brand is saved over what was saved meanwhile', 'src/catalog/brand/brand.ts', [`if (edited_at !== undefined && edited_at !== brand.edited_at) fail('changed_elsewhere')`, ''], BRAND, 'saved elsewhere'),
  mutation('a group is saved over what was saved meanwhile', 'src/catalog/group/group.ts', [`fail('changed_elsewhere')`, 'void 0'], GROUP, 'saved elsewhere'),
  mutation('a group’s order is not kept', 'src/catalog/group/contents.ts', ['select kid, ${group.key}, position\n', 'select kid, ${group.key}, 1000 - position\n'], GROUP, 'BR-07'),
  mutation('a group takes titles of another brand', 'src/catalog/group/contents.ts', [`if (brandOf.get(kid) !== group.brand_id) fail('content_not_in_brand')`, ''], CONTENTS, 'its own brand only'),
  mutation('a group takes what is withdrawn for good', 'src/catalog/group/contents.ts', [`    .where('creator', '=', currentPerson(ctx).account_id)\n    .where('removed_at', 'is', null)`, `    .where('creator', '=', currentPerson(ctx).account_id)`], CONTENTS, 'a removed title'),
  mutation('a group’s titles are not locked', 'src/catalog/group/contents.ts', ['.forNoKeyUpdate()', ''], CONTENTS, 'ends in neither'),
  mutation('a group is changed by a stranger', 'src/catalog/group/group.ts', [`    .where('owner', '=', currentPerson(ctx).account_id)\n    .forNoKeyUpdate()`, `    .forNoKeyUpdate()`], GROUP, 'BR-04'),
]

// oxfmt-ignore
const copiesAndFiles = [
  mutation('what is on offer is listed twice', 'src/sales/listing/listing-rules.ts', [`if (copy.listing_id && !(reprice && copy.listing_kind === kind)) return { code: 'already_listed' }`, ''], REPRICE, 'leaves the price of listed'),
  mutation('a copy that is being paid for gets a new price', 'src/sales/listing/listing-rules.ts', [`  if (copy.being_purchased) return { code: 'serial_being_purchased' }\n  if (copy.is_reserved)`, '  if (copy.is_reserved)'], REPRICE, 'A46|ten buyers|wait for one copy'),
  mutation('a new price leaves the old offer open', 'src/sales/listing/listing.ts', ['await endListings(tx, ctx, copies, allowed)\n    await delistByPlatform', 'await delistByPlatform'], REPRICE, 'A46'),
  mutation('a range leaves its last number out', 'src/sales/listing/bulk.shared.ts', ['number <= to)', 'number < to)'], RANGES, '.'),
  mutation('a range that is typed backwards is empty', 'src/sales/listing/bulk.shared.ts', ['return [Math.min(...ends), Math.max(...ends)]', 'return [ends[0]!, ends[1]!]'], RANGES, 'single numbers and ranges'),
  mutation('copies that were answered for are asked for again', 'src/sales/listing/bulk.shared.ts', ['.filter((id) => !answered.has(id))', ''], RANGES, 'chunks of a hundred'),
  mutation('the picture that is shown is cleared away', 'src/platform/pictures/remove-picture.ts', ['if (rows.length === 0) await', 'await'], REPLACEMENT, 'new URL'),
  mutation('a replaced poster stays in storage', 'src/media/replacements/replacement.ts', ['await enqueuePictureRemoval(tx, ctx, poster)\n', '\n'], REPLACEMENT, 'of posters'),
  mutation('a replaced hero stays in storage', 'src/catalog/brand/brand.ts', ['if (hero) await enqueuePictureRemoval(tx, ctx, before.hero_picture)', ''], PICTURES, 'deleted from storage'),
  mutation('a replaced cover stays in storage', 'src/catalog/group/group.ts', ['if (picture) await enqueuePictureRemoval(tx, ctx, before.cover_picture)', ''], PICTURES, 'deleted from storage'),
  mutation('new subtitles leave the old ones', 'src/media/replacements/replacement.ts', ['[...without(all, { of, language }), { of, language, text }]', '[...all, { of, language, text }]'], REPLACEMENT, 'subtitles'),
  mutation('files are replaced while a title is made of them', 'src/media/replacements/replacement.ts', [`if (unfinished) fail('title_not_out')`, ''], REPLACEMENT, 'of an open upload'),
  mutation('an upload is complete with a chunk missing', 'src/media/upload/complete.ts', [`if (missing.length > 0) fail('upload_incomplete', { chunks: missing.join(', ') })`, ''], UPLOAD, 'UP-03'),
  mutation('an upload is complete without its bytes', 'src/media/upload/complete.ts', [`if (!found || (size !== null && found.size !== size)) fail('upload_incomplete')`, 'void found'], UPLOAD, 'UP-02'),
  mutation('a title is begun before its last file is there', 'src/media/upload/complete.ts', ['if (open) return status\n', '\n'], 'src/media/upload/complete.test.ts', 'last of its files'),
  mutation('the upload of another is reached', 'src/media/upload/upload.ts', [`    .where('upload_file.id', '=', id)\n    .where('account_id', '=', currentPerson(ctx).account_id)`, `    .where('upload_file.id', '=', id)`], UPLOAD, 'cannot reach the upload'),
  mutation('what is broken off stays in storage', 'src/media/upload/cleanup.ts', [`await storage.abortMultipart(storage_key, multipart_id)\n  for`, `void 0\n  for`], UPLOAD, 'leaves nothing behind'),
  mutation('an upload that nobody goes on with stays', 'src/media/upload/cleanup.ts', [`addSeconds(ctx.now, -KEPT_SECONDS).toISOString()`, `addSeconds(ctx.now, -2 * KEPT_SECONDS).toISOString()`], UPLOAD, 'ends after a day'),
]

export const creatorMutations = [...titles, ...brandsAndGroups, ...copiesAndFiles]
