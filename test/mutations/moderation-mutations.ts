import { mutation } from './source-mutations.ts'

const REPORT = 'src/catalog/moderation/report.ts'
const CASE = 'src/catalog/moderation/case.ts'
const ADMIN = 'src/admin/moderation/moderation.ts'
const CASES = 'src/admin/moderation/moderation.test.ts'
const REPORTS = 'src/catalog/moderation/report.test.ts'

/** Mutations that let reports be doubled, cases be decided twice, and deals with hidden titles be made. */
// oxfmt-ignore
export const moderationMutations = [
  mutation('a person reports a title twice', REPORT, ['    if (running && account_id && (await hasReported(tx, running.id, account_id)))\n      return { number: running.number }\n', '    void hasReported\n'], REPORTS, 'MO-01'),
  mutation('reports at once open two cases', REPORT, ["const running = await runningCase(tx, thing)", "const running = account_id ? await runningCase(tx, thing) : undefined"], REPORTS, 'MO-01'),
  mutation('a draft is reported', REPORT, ['kid = ${kid} and is_public', 'kid = ${kid}'], REPORTS, 'MO-01'),
  mutation('reports are not limited', REPORT, ['    await refuseTooMany(tx, asker, at)\n', '    void refuseTooMany\n'], REPORTS, 'MO-02'),
  mutation('a case is decided twice', CASE, ["if (!(await transition(tx, caseTransitions, id, step))) fail('case_changed')\n  const made", "await transition(tx, caseTransitions, id, step)\n  const made"], CASES, 'MO-04'),
  mutation('a creator appeals twice', CASE, ["    if (appealed_at) fail('appealed_already')\n", ''], CASES, 'MO-07'),
  mutation('somebody else appeals', CASE, ["    if (owner !== account_id) fail('not_found')\n", ''], CASES, 'MO-07'),
  mutation('a hidden title is bought', 'src/sales/purchase/offers.ts', [' and asset.is_public', ' and published_at is not null'], CASES, 'MO-05'),
  mutation('a copy of a hidden title is listed', 'src/sales/listing/listing-rules.ts', ["  if (!copy.is_public) return { code: 'title_hidden' }\n", ''], CASES, 'MO-05'),
  mutation('an owner cannot open a hidden title', 'src/catalog/asset/visible.ts', ['exists (select from serial where serial.kid = asset.kid and owner = ${account_id})', 'false'], CASES, 'MO-05'),
  mutation('a decision to hide hides nothing', ADMIN, ["    if (decision === 'hide') await hide(tx, thing, at)\n", '    void hide\n'], CASES, 'MO-05'),
]
