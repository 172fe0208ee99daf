import { mutation } from './source-mutations.ts'

const EXTRAS = 'src/media/extras/extras.test.ts'
const FILE = 'src/media/extras/file.test.ts'
const RIGHT = 'src/media/extras/right.ts'
const SEND = 'src/media/extras/file.ts'
const STEPS = 'src/media/extras/extras.ts'

/** Guards of extras, which belong to present holders. */
// oxfmt-ignore
export const extraMutations = [
  mutation('anybody opens an extra', RIGHT, ['if (found.may_open) return found', 'return found'], EXTRAS, 'EX-01'),
  mutation('an extra comes with every number', RIGHT, ['extra.numbers is null or extra.numbers @>', 'true or extra.numbers @>'], EXTRAS, 'EX-01'),
  mutation('every person holds the numbers of an extra', RIGHT, ['and holding_of.owner = ${account_id ?? NOBODY} and ${covers}\n        and not exists', 'and ${covers}\n        and not exists'], EXTRAS, 'EX-03'),
  mutation('an owner opens the extra of a copy that is rented out', RIGHT, ["rental.asset_token_id = holding_of.asset_token_id and ${isRunningAt(now)}", 'false'], EXTRAS, 'rest with the copy'),
  mutation('every renter opens an extra', RIGHT, ['or extra.for_renters and exists', 'or exists'], EXTRAS, 'EX-04 a renter'),
  mutation('an extra opens before the first play', RIGHT, ['(\n      select ${ofRental({ account_id, now })} and ${isStarted})', '(\n      select ${ofRental({ account_id, now })})'], 'src/sales/rental/two-clocks.test.ts', 'EX-03 the extras'),
  mutation('a former renter opens an extra', RIGHT, ["    and ${isRunningAt(now)} and ${covers}`", '    and ${covers}`'], EXTRAS, 'EX-04 a renter'),
  mutation('a renter opens the extra of another number', RIGHT, ["    and ${isRunningAt(now)} and ${covers}`", '    and ${isRunningAt(now)}`'], EXTRAS, 'EX-04 a renter'),
  mutation('an extra is opened outside Japan', RIGHT, ["and (not asset.only_japan_accessible or ${country} = 'JP')", ''], EXTRAS, 'EX-05'),
  mutation('the extra of a withdrawn title is opened', RIGHT, ['|| !(found.is_public || found.may_open || found.creator === viewer.account_id)', ''], EXTRAS, 'EX-05'),
  mutation('the extra of a removed title is opened', RIGHT, ["    .where('asset.removed_at', 'is', null)\n", ''], EXTRAS, 'EX-06'),
  mutation('a download goes on after a sale', SEND, ['      await authorizeExtra(ctx.db, viewerNow(ctx), id)\n', ''], FILE, 'EX-12'),
  mutation('a download goes on after a sign-out', SEND, ['      await requireSession(ctx)\n', ''], FILE, 'EX-12'),
  mutation('a PDF is shown at our origin', SEND, ["headers.set('content-disposition', attachment(savedAs))", "headers.set('content-disposition', 'inline')"], FILE, 'EX-11'),
  mutation('a title has one extra too many', STEPS, ['if (count >= EXTRAS_MAX)', 'if (count > EXTRAS_MAX)'], EXTRAS, 'EX-09 of ten'),
  mutation('another creator’s extra is changed', STEPS, ["        .where('id', '=', id)\n        .where('kid', '=', kid)\n        .where(isKept)\n        .execute()", "        .where('id', '=', id)\n        .execute()"], EXTRAS, 'EX-07'),
  mutation('a cancelled extra is shown and takes a place until its files are deleted', STEPS, ["\n  and not exists (select from upload where upload.id = extra.id and upload.status = 'aborted')", ''], EXTRAS, 'EX-09 of ten'),
  mutation('an extra of another title is removed', STEPS, ["      .where('kid', '=', kid)\n      .where('status', '<>', 'preparing')", "      .where('status', '<>', 'preparing')"], EXTRAS, 'EX-07'),
  mutation('an extra is seen before it is ready', STEPS, ["extra.status = 'ready'`)", "extra.status <> 'removed'`)"], EXTRAS, 'EX-10 an extra is not seen'),
  mutation('the file of a removed extra stays', STEPS, ['    if (moved) await enqueue(tx, clearExtraFiles', '    if (!moved) await enqueue(tx, clearExtraFiles'], EXTRAS, 'EX-08'),
]
