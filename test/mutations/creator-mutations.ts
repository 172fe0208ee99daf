import { mutation } from './source-mutations.ts'

const EDIT = 'src/catalog/asset/edit.test.ts'
const FIELDS = 'src/catalog/asset/title-fields.test.ts'
const GROUP = 'src/catalog/group/group.test.ts'
const CONTENTS = 'src/catalog/group/contents.test.ts'
const BRAND = 'src/catalog/brand/brand.test.ts'
const FURTHER = 'src/catalog/serial/issue-further.test.ts'
const WITHDRAW = 'src/sales/listing/withdraw.test.ts'
const REPRICE = 'src/sales/listing/reprice.test.ts'
const RANGES = 'src/catalog/asset/typed-ranges.test.ts'
const REPLACEMENT = 'src/media/replacements/replacement.test.ts'
const LIST_ISSUED = 'src/sales/listing/list-issued.test.ts'
const UPLOAD = 'src/media/upload/upload.test.ts'
const CANCEL = 'src/media/upload/cancel.test.ts'
const CUT_FILES = 'src/media/upload/cut-files.test.ts'
const TURNS = 'src/media/upload/turns.test.ts'
const PARTS = 'src/media/upload/film-parts.ts'
const PARTS_TEST = 'src/media/upload/film-parts.test.ts'
const PICTURES = 'src/platform/pictures/remove-picture.test.ts'
const BY_OWNER = 'test/access-by-owner.test.ts'
const CERTIFICATE = 'src/catalog/certificate/certificate.test.ts'
const HOLDER = 'src/catalog/serial/holder.test.ts'

// oxfmt-ignore
const titles = [
  mutation('a title with owners is withdrawn', 'src/sales/listing/withdraw.ts', ['if (code) fail(code)', ''], WITHDRAW, 'cannot be withdrawn once'),
  mutation('a title with former owners is withdrawn', 'src/sales/listing/withdraw.ts', ['or exists (select from holding where holding.kid = asset.kid)', ''], WITHDRAW, 'bought the copy back'),
  mutation('a title with a copy being paid for is withdrawn', 'src/sales/listing/withdraw.ts', [`if (is_being_paid) return 'serial_being_purchased'`, ''], WITHDRAW, 'cannot be withdrawn once'),
  mutation('a title with a valid coupon is withdrawn', 'src/sales/listing/withdraw.ts', [`return is_promised ? 'serial_reserved' : undefined`, 'return is_promised ? undefined : undefined'], WITHDRAW, 'cannot be withdrawn once'),
  mutation('the listings of a withdrawn title stay open', 'src/sales/listing/withdraw.ts', ['await delistAll(tx, ctx, kid, at)\n', '\n'], WITHDRAW, 'its copies unlisted'),
  mutation('a withdrawn title can still be bought', 'src/sales/purchase/offers.ts', [' and asset.is_public', ''], BY_OWNER, 'another person’s object'),
  mutation('an owner with a hidden name is revealed by id', 'src/catalog/serial/serial.ts', ['case when ${isNamed(viewer)} then serial.owner end', 'serial.owner'], HOLDER, 'owners are masked'),
  mutation('the history names an owner against their wish', 'src/catalog/serial/serial.ts', ['holder on holder.has_public_name', 'holder on true'], HOLDER, 'names its owners'),
  mutation('the history names a renter', 'src/catalog/serial/serial.ts', ["case when event.kind not in ('loan', 'rental', 'to_wallet', 'from_wallet') then holder.username end as holder", 'holder.username as holder'], HOLDER, 'names its owners'),
  mutation('a certificate does not check hashes', 'src/catalog/certificate/record-chain.ts', [' || !hash.equals(hashOf(bytes))', ' || !hash'], CERTIFICATE, 'prove nothing'),
  mutation('a certificate does not check the chain', 'src/catalog/certificate/record-chain.ts', ["leaf.previous !== previous.toString('base64')", 'previous.length === 0'], CERTIFICATE, 'prove nothing'),
  mutation('a certificate names an owner whom the records do not', 'src/catalog/certificate/record-chain.ts', ['?.to === copy.address', '?.to'], CERTIFICATE, 'prove nothing'),
  mutation('a certificate names an owner against their wish', 'src/catalog/certificate/certificate.ts', ['holder on holder.has_public_name', 'holder on true'], CERTIFICATE, 'the same to everybody'),
  mutation('a restored title gets a new publication date', 'src/catalog/asset/asset-lifecycle.ts', ['.set({ published_at: sql`was_published_at` })', '.set({ published_at: sql`now()` })'], WITHDRAW, 'published again as before'),
  mutation('further copies start at the first number again', 'src/catalog/serial/issue-further.ts', ['asset.first_number + asset.copies_count', 'asset.first_number'], FURTHER, 'after the last number'),
  mutation('further copies leave a gap in the numbers', 'src/catalog/serial/issue-further.ts', ['asset.first_number + asset.copies_count', 'asset.first_number + asset.copies_count + 1'], FURTHER, 'after the last number'),
  mutation('further copies do not count', 'src/catalog/serial/issue-further.ts', ['await addToCopiesCount(tx, kid, copies)', ''], FURTHER, 'after the last number'),
  mutation('owners get no mail about further copies', 'src/catalog/serial/issue-further.ts', ['await tellOwners(tx, { kid, creator, n })', ''], FURTHER, 'gets one mail'),
  mutation('a title is not locked before copies are added', 'src/catalog/asset/edit.ts', [`.forNoKeyUpdate()\n    .executeTakeFirst()`, '.executeTakeFirst()'], FURTHER, 'ten issues at once'),
  mutation('saving a title overwrites a change made meanwhile', 'src/catalog/asset/edit.ts', [`if (edited_at !== undefined && edited_at !== asset.edited_at) fail('changed_elsewhere')`, ''], EDIT, 'saved elsewhere'),
  mutation('saving a title takes it back into a brand that it left', 'src/catalog/asset/edit.ts', ['set brand_id = null, edited_at = ${edited_at}', 'set brand_id = null'], EDIT, 'its brand changed'),
  mutation('a locked field of a title is changed', 'src/catalog/asset/edit.ts', ['await requireUnlocked(tx, asset, fields)', ''], FIELDS, 'each field in the states'),
  mutation('a royalty above the limit is kept', 'src/catalog/asset/edit.ts', ['requireWithinLimits(fields, settings)', ''], FIELDS, 'out of the bounds'),
  mutation('a sale may end at its start', 'src/catalog/asset/edit.ts', ['Date.parse(sale_starting_at) >= Date.parse(sale_ending_at)', 'Date.parse(sale_starting_at) > Date.parse(sale_ending_at)'], EDIT, 'impossible settings'),
  mutation('a lowest price under ten yen is kept', 'src/catalog/asset/edit.ts', [', ...(raised && { min_sellable_price: price_min })', ''], EDIT, 'lowest price'),
  mutation('another person edits a title', 'src/catalog/asset/edit.ts', [`return own(ctx, 'creator', asset)`, `return asset ?? fail('not_found')`], BY_OWNER, 'another person’s object'),
]

// oxfmt-ignore
const brandsAndGroups = [
  mutation('another creator takes a title out of its brand', 'src/catalog/asset/edit.ts', ['if (asset.brand_id && asset.brand_id !== brand_id) {', 'if (asset.title === brand_id) {'], BRAND, 'BR-03'),
  mutation('a title joins another person’s brand', 'src/catalog/asset/edit.ts', ['  await requireOwnBrand(tx, ctx, brand_id)\n', ''], BY_OWNER, 'BR-04'),
  mutation('a brand keeps titles that its owner removed', 'src/catalog/asset/edit.ts', [' and kid <> all(${kids}::uuid[])', ' and false'], BRAND, 'BR-03'),
  mutation('a brand’s titles are locked in no order', 'src/catalog/asset/edit.ts', [`.orderBy('kid')\n    .forNoKeyUpdate()`, '.forNoKeyUpdate()'], BRAND, 'one order'),
  mutation('another person edits a title, brand or group', 'src/core/context.ts', ['if (row?.[by] === currentPerson(ctx).account_id) return row', 'if (row) return row'], BY_OWNER, 'another person’s object'),
  mutation('hidden things of others are forbidden instead of unknown', 'src/core/context.ts', ["row?.is_public ? 'forbidden' : 'not_found'", "row ? 'forbidden' : 'not_found'"], BY_OWNER, 'once it is hidden'),
  mutation('public things of others do not exist', 'src/core/context.ts', ["row?.is_public ? 'forbidden' : 'not_found'", "'not_found'"], BY_OWNER, 'BR-04'),
  mutation('a group is made in another person’s brand', 'src/catalog/asset/own-brand.ts', [`  own(ctx, 'owner', brand)\n}`, '}'], GROUP, 'BR-04'),
  mutation('saving a brand overwrites a change made meanwhile', 'src/catalog/asset/own-brand.ts', [`if (edited_at !== undefined && edited_at !== brand.edited_at) fail('changed_elsewhere')`, ''], BRAND, 'saved elsewhere'),
  mutation('saving a group overwrites a change made meanwhile', 'src/catalog/group/group.ts', [`fail('changed_elsewhere')`, 'void 0'], GROUP, 'saved elsewhere'),
  mutation('a group’s order is not stored', 'src/catalog/group/contents.ts', ['select kid, ${group.key}, position\n', 'select kid, ${group.key}, 1000 - position\n'], GROUP, 'BR-07'),
  mutation('a group accepts titles of another brand', 'src/catalog/group/contents.ts', [`if (brandOf.get(kid) !== group.brand_id) fail('content_not_in_brand')`, ''], CONTENTS, 'its own brand only'),
  mutation('a group accepts removed titles', 'src/catalog/group/contents.ts', [`    .where('creator', '=', currentPerson(ctx).account_id)\n    .where('removed_at', 'is', null)`, `    .where('creator', '=', currentPerson(ctx).account_id)`], CONTENTS, 'a removed title'),
  mutation('a group’s titles are not locked', 'src/catalog/group/contents.ts', ['.forNoKeyUpdate()', ''], CONTENTS, 'ends in neither'),
]

// oxfmt-ignore
const copiesAndFiles = [
  mutation('a listed copy is listed again', 'src/sales/listing/listing-rules.ts', [`if (copy.listing_id && !copy.is_idle && !(reprice && copy.listing_kind === kind))`, 'if (false)'], REPRICE, 'leaves the price of listed'),
  mutation('a copy being paid for gets a new price', 'src/sales/listing/listing-rules.ts', [`  if (copy.being_purchased) return { code: 'serial_being_purchased' }\n  if (copy.is_reserved)`, '  if (copy.is_reserved)'], REPRICE, 'one call reprices|ten buyers|wait for one copy'),
  mutation('repricing leaves the old listing open', 'src/sales/listing/listing.ts', ['await endListings(tx, ctx, { copies, at }, allowed)\n    await delistByPlatform', 'await delistByPlatform'], REPRICE, 'one call reprices'),
  mutation('a range omits its last number', 'src/catalog/asset/typed-ranges.shared.ts', ['number <= to)', 'number < to)'], RANGES, '.'),
  mutation('a reversed range is empty', 'src/catalog/asset/typed-ranges.shared.ts', ['ranges.push([Math.min(...ends), Math.max(...ends)])', 'ranges.push([ends[0]!, ends[1]!])'], RANGES, 'single numbers and ranges'),
  mutation('copies with a reply are sent again', 'src/sales/listing/bulk.shared.ts', ['.filter((id) => !answered.has(id))', ''], 'src/sales/listing/bulk.test.ts', 'chunks of a hundred'),
  mutation('a picture still in use is deleted', 'src/platform/pictures/remove-picture.ts', ['if (rows.length === 0) await', 'await'], REPLACEMENT, 'new URL'),
  mutation('a replaced poster is not deleted', 'src/media/replacements/replacement.ts', ['await enqueuePictureRemoval(tx, ctx, poster)\n', '\n'], REPLACEMENT, 'of posters'),
  mutation('a replaced hero picture is not deleted', 'src/catalog/brand/brand.ts', ['if (hero !== undefined) await enqueuePictureRemoval(tx, ctx, before.hero_picture)', ''], PICTURES, 'deleted from storage'),
  mutation('finishing an upload deletes a trailer that is being made', 'src/media/upload/renditions.ts', ['  if (busy) return\n', ''], 'src/media/replacements/trailer.test.ts', 'is finished again'),
  mutation('a replaced cover picture is not deleted', 'src/catalog/group/group.ts', ['if (picture !== undefined) await enqueuePictureRemoval(tx, ctx, before.cover_picture)', ''], PICTURES, 'deleted from storage'),
  mutation('new subtitles do not replace the old ones', 'src/media/replacements/replacement.ts', ['[...without(all, { of, language }), { of, language, text }]', '[...all, { of, language, text }]'], REPLACEMENT, 'subtitles'),
  mutation('files are replaced during processing', 'src/media/replacements/replacement.ts', [`if (unfinished) fail('title_not_out')`, ''], REPLACEMENT, 'of an open upload'),
  mutation('an upload completes with a missing chunk', 'src/media/upload/complete.ts', [`if (missing.length > 0) fail('upload_incomplete', { chunks: missing.join(', ') })`, ''], UPLOAD, 'UP-03'),
  mutation('an upload completes without its file', 'src/media/upload/complete.ts', [`if (!found || (size !== null && found.size !== size)) fail('upload_incomplete')`, 'void found'], UPLOAD, 'UP-02'),
  mutation('processing starts before the last file has arrived', 'src/media/upload/complete.ts', ['  if (open) {\n', '  if (open && !open) {\n'], 'src/media/upload/complete.test.ts', 'last of its files'),
  mutation('another person’s upload is accessible', 'src/media/upload/upload.ts', [`    .where('upload_file.id', '=', id)\n    .where('account_id', '=', currentPerson(ctx).account_id)`, `    .where('upload_file.id', '=', id)`], UPLOAD, 'cannot reach the upload'),
  mutation('an aborted multipart upload is not deleted', 'src/media/upload/cleanup.ts', [`await storage.abortMultipart(storage_key, multipart_id)\n  for`, `void 0\n  for`], UPLOAD, 'leaves nothing behind'),
  mutation('an upload whose chunks arrive is abandoned', 'src/media/upload/complete.ts', ['  await continueUpload(ctx, file)\n', ''], UPLOAD, 'somebody continues'),
  mutation('a failed upload is kept for less than a week', 'src/media/upload/upload.ts', ['failure_params, continued_at: at.toISOString() }', 'failure_params }'], UPLOAD, 'somebody continues'),
  mutation('an abandoned upload is kept too long', 'src/media/upload/upload.ts', ['UPLOADING_KEPT_DAYS * 24', 'UPLOADING_KEPT_DAYS * 48'], UPLOAD, 'ends after a day'),
  mutation('an upload is cancelled after its copies are numbered', 'src/media/upload/upload.shared.ts', [`['failed',     'abort',    'aborted',    'creator'],`, `['failed',     'abort',    'aborted',    'creator'],\n    ['minted',     'abort',    'aborted',    'creator'],`], CANCEL, 'of ten at once'),
  mutation('the files of an upload are deleted while a worker makes more', 'src/media/upload/cleanup.ts', ['(await isRunning(db, processUpload, { id })) || ', ''], CANCEL, 'only when no worker'),
  mutation('a cut film is published without asking', 'src/media/upload/process.ts', ['if (cut.length > 0 && !upload.asked_at) return askAboutCut(ctx, id, cut)', ''], CUT_FILES, 'only when its creator accepts'),
  mutation('frames that a creator cut off are published', 'src/integrations/transcoder.ts', [`if (flags?.[1] === 'D') longest = Infinity`, ''], 'src/media/packaging/unusual-sources.test.ts', 'edit list'),
  mutation('a cut film can be accepted after it was cancelled', 'src/media/upload/cut-files.ts', [`    .where('status', 'in', ['processing', 'minted', 'done'])\n`, ''], CUT_FILES, 'that its creator cancels'),
  mutation('an upload is tried for ever', 'src/media/upload/process.ts', ['upload.tries <= PROCESS_TRIES', 'upload.tries > 0'], TURNS, 'never survives'),
  mutation('a creator with many uploads goes before others', 'src/media/upload/turns.ts', ['where other.account_id = upload.account_id', 'where other.account_id is null'], TURNS, 'creators take turns'),
  mutation('an upload is tried again at once', 'src/media/upload/turns.ts', ['exp(greatest(1, tries))', 'exp(1)'], TURNS, 'come ever later'),
  mutation('an upload is woken before it is to be tried again', 'src/media/upload/turns.ts', ['and (retry_at is null or retry_at <= now())', ''], TURNS, 'is not woken'),
  mutation('of parts that end at once, none joins the film', PARTS, ['    .forNoKeyUpdate()\n', ''], PARTS_TEST, 'of ten workers'),
  mutation('a part is encoded after its film is cancelled', PARTS, [`    .where('status', '=', 'processing')\n    .where('number'`, `    .where('number'`], PARTS_TEST, 'between its parts'),
  mutation('the files of a film are deleted while a part is encoded', 'src/media/upload/cleanup.ts', [' || (await isRunning(db, partJob, { id }))', ''], PARTS_TEST, 'while a part'),
  mutation('a worker encodes several parts at once', 'src/media/upload/turns.ts', [`if (busy.has('long')) return queuePart(ctx.db, part, laterBy(PART_WAIT_MS))`, ''], PARTS_TEST, 'share a long film'),
  mutation('a film is joined before its last part is encoded', PARTS, ['if (missing < 0) return queueProcessing(tx, id)', 'await queueProcessing(tx, id)'], PARTS_TEST, 'goes on with the second'),
  mutation('a part begins where the film begins', 'src/media/packaging/package.ts', ['moveFragment(each, shift)', 'void each'], PARTS_TEST, 'plays as if'),
  mutation('a picture waits for a film', 'src/media/upload/turns.ts', [`then 'pictures'`, `then 'long'`], TURNS, 'do not wait'),
  mutation('issued copies are listed again', 'src/media/upload/list-at-once.ts', [`    .where('upload.listed_at', 'is', null)\n`, ''], LIST_ISSUED, 'listed once'),
  mutation('copies are listed at a price below the creator’s minimum', 'src/media/upload/list-at-once.ts', [`if (price < minimum) fail('price_below_minimum', { minimum })`, ''], LIST_ISSUED, 'could not be listed'),
  mutation('issued copies are listed at a price of the creator’s that no longer holds', 'src/sales/listing/list-issued.ts', [`outOfBounds ?? listingRefusal(copies.get(one), request)`, 'outOfBounds'], LIST_ISSUED, 'says why|in the meantime'),
]

export const creatorMutations = [...titles, ...brandsAndGroups, ...copiesAndFiles]
