import { mutation } from './source-mutations.ts'

const REPORT = 'src/catalog/moderation/report.ts'
const CASE = 'src/catalog/moderation/case.ts'
const ADMIN = 'src/admin/moderation/moderation.ts'
const THINGS = 'src/catalog/moderation/things.ts'
const PROFILE = 'src/accounts/account/account.ts'
const PEOPLE = 'src/admin/moderation/person-cases.test.ts'
const CASES = 'src/admin/moderation/moderation.test.ts'
const DEALS = 'src/admin/moderation/hidden-deals.test.ts'
const PAGES = 'src/admin/moderation/hidden-pages.test.ts'
const HIDDEN = 'test/hidden-title.test.ts'
const GROUPS = 'src/catalog/group/group-rows.ts'
const MESSAGES = 'src/catalog/moderation/messages.ts'
const OF_MESSAGES = 'src/admin/moderation/message-cases.test.ts'
const REPORTS = 'src/catalog/moderation/report.test.ts'

/** Mutations that let reports be doubled, cases be decided twice, and deals with hidden titles be made. */
// oxfmt-ignore
export const moderationMutations = [
  mutation('a person reports a title twice', REPORT, ['    if (running && account_id && (await hasReported(tx, running.id, account_id)))\n      return { number: running.number }\n', '    void hasReported\n'], REPORTS, 'MO-01'),
  mutation('reports at once open two cases', REPORT, ["const running = await runningCase(tx, of, thing.thing_id)", "const running = account_id ? await runningCase(tx, of, thing.thing_id) : undefined"], REPORTS, 'MO-01'),
  mutation('a draft is reported', THINGS, ['kid = ${id} and is_public', 'kid = ${id}'], REPORTS, 'MO-01'),
  mutation('reports are not limited', REPORT, ['    await refuseTooMany(tx, asker, at)\n', '    void refuseTooMany\n'], REPORTS, 'MO-02'),
  mutation('a case is decided twice', CASE, ["if (!(await transition(tx, caseTransitions, id, step))) fail('case_changed')\n  const made", "await transition(tx, caseTransitions, id, step)\n  const made"], CASES, 'MO-04'),
  mutation('a creator appeals twice', CASE, ["    if (appealed_at) fail('appealed_already')\n", ''], CASES, 'MO-07'),
  mutation('somebody else appeals', CASE, ["    if (owner !== account_id) fail('not_found')\n", ''], CASES, 'MO-07'),
  mutation('a hidden title is bought', 'src/sales/purchase/offers.ts', [' and asset.is_public', ' and published_at is not null'], CASES, 'MO-05'),
  mutation('a coupon of a hidden title is used up', 'src/sales/coupon/occupy.ts', ["  if (asset_token_id && !offer) return { code: 'title_hidden', params: {} } as const\n", ''], DEALS, 'coupon of a hidden title|ten coupons at once|waits for the copy'),
  mutation('a copy of a hidden title is listed', 'src/sales/listing/listing-rules.ts', ["return title.is_public ? undefined : 'title_hidden'", 'return undefined'], CASES, 'MO-05'),
  mutation('an owner cannot open a hidden title', 'src/catalog/asset/visible.ts', ['exists (select from serial where serial.kid = asset.kid and owner = ${account_id})', 'false'], CASES, 'MO-05'),
  mutation('a buyer who is paying cannot open a hidden title', 'src/catalog/asset/visible.ts', ["purchase.kid = asset.kid and buyer = ${account_id}", 'false'], PAGES, 'a buyer who pays'),
  mutation('an owner cannot read the terms of a hidden title', 'src/catalog/allowlist/restriction.ts', ['${isVisibleTo(caller)}', 'is_public'], PAGES, 'read the terms'),
  mutation('a group of a hidden brand is shown', GROUPS, ['and brand.hidden_at is null', ''], HIDDEN, 'MO-05'),
  mutation('a waiting room of a hidden brand is shown', 'src/sales/waiting-room/room.ts', [' and brand.hidden_at is null', ''], HIDDEN, 'MO-05'),
  mutation('a follower is shown a hidden brand', 'src/catalog/follow/follow.ts', ['(hidden_at is null or brand.owner = ${account_id})', 'true'], HIDDEN, 'MO-05'),
  mutation('a draw names a hidden title', 'src/sales/draw/draw.ts', ['titles.some(({ is_hidden }) => is_hidden)', 'false'], DEALS, 'are drawn no more'),
  mutation('a decision to hide hides nothing', ADMIN, ["    if (decision === 'hide') await setHidden(tx, thing_id, at)\n", ''], CASES, 'MO-05'),
  mutation('a person without a public shelf is reported', THINGS, [' and is_public and ${mayShowItself} for', ' for'], PEOPLE, 'MO-08'),
  mutation('two who report each other wait for each other', THINGS, ['for no key update of shelf', 'for no key update'], PEOPLE, 'MO-08'),
  mutation('a hidden person keeps their public name', PROFILE, ['username = ${generateUsername()},\n          has_public_name = false', 'has_public_name = false'], PEOPLE, 'MO-09'),
  mutation('a hidden person takes another name', PROFILE, ["  if (person.hidden_at && person.username !== username) fail('profile_hidden')\n", ''], PEOPLE, 'MO-09'),
  mutation('somebody takes the name of a hidden person', PROFILE, ["  if (rows.length > 0) fail('username_taken')\n", ''], PEOPLE, 'MO-09'),
  mutation('a name is looked for among hidden ones before it is written', PROFILE, ["    if (Object.keys(changes).length > 0)\n      await tx.updateTable('account').set(changes).where('id', '=', account_id).execute()\n    if (names.username !== undefined) await refuseHiddenName(tx, account_id, names.username)\n", "    if (names.username !== undefined) await refuseHiddenName(tx, account_id, names.username)\n    if (Object.keys(changes).length > 0)\n      await tx.updateTable('account').set(changes).where('id', '=', account_id).execute()\n"], PEOPLE, 'in which it is hidden'),
  mutation('a name is taken while it is being hidden', PROFILE, [' for no key update', ''], PEOPLE, 'new names at once'),
  mutation('a decided case keeps the words of a deleted account', CASE, ['  await forgetQuotes(tx, id)\n', '  void forgetQuotes\n'], PEOPLE, 'MO-10'),
  mutation('somebody else reports a message', MESSAGES, [' and ${mayRead}', ''], OF_MESSAGES, 'MO-11'),
  mutation('a sender reports their own message', MESSAGES, [' and ${from} is distinct from ${asker}::uuid', ''], OF_MESSAGES, 'MO-11'),
  mutation('the message of a gift is reported before its day', MESSAGES, ["isRead: sql`status in ('open', 'claimed')`", 'isRead: sql`true`'], OF_MESSAGES, 'waits for its day'),
  mutation('reports of a message at once open two cases', MESSAGES, ['\n    for no key update of ${sql.table(of)}', ''], OF_MESSAGES, 'whoever has the link'),
  mutation('a hidden message is read', MESSAGES, ['case when ${isHidden(of, as)} and', 'case when false and'], OF_MESSAGES, 'MO-12'),
  mutation('a hidden message shows the name that its sender chose', MESSAGES, ['case when ${isHidden(of)} and', 'case when false and'], OF_MESSAGES, 'MO-12'),
  mutation('a sender does not read their hidden message', MESSAGES, [" and ${from} is distinct from ${reader}::uuid then ''", " then ''"], OF_MESSAGES, 'MO-12'),
  mutation('a report alone hides a message', MESSAGES, ["in ('hidden', 'appealed')", "in ('open', 'hidden', 'appealed')"], OF_MESSAGES, 'MO-12'),
  mutation('an appeal shows a message again', MESSAGES, ["in ('hidden', 'appealed')", "in ('hidden')"], OF_MESSAGES, 'MO-13'),
  mutation('an export has a hidden message', 'src/finance/account/export-zip.ts', ["      if (WRITTEN.has(column) && row['message_hidden']) return [column, '']\n", ''], OF_MESSAGES, 'export'),
]
