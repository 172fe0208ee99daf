import { mutation } from './source-mutations.ts'

const REPORT = 'src/catalog/moderation/report.ts'
const REPORTS = 'src/catalog/moderation/report.test.ts'

/** Mutations that let reports be doubled or sent without limit. */
// oxfmt-ignore
export const moderationMutations = [
  mutation('a person reports a title twice', REPORT, ['    if (running && account_id && (await hasReported(tx, running.id, account_id)))\n      return { number: running.number }\n', '    void hasReported\n'], REPORTS, 'MO-01'),
  mutation('reports at once open two cases', REPORT, ["const running = await runningCase(tx, thing)", "const running = account_id ? await runningCase(tx, thing) : undefined"], REPORTS, 'MO-01'),
  mutation('a draft is reported', REPORT, [' and published_at is not null and removed_at is null', ''], REPORTS, 'MO-01'),
  mutation('reports are not limited', REPORT, ['    await refuseTooMany(tx, asker, at)\n', '    void refuseTooMany\n'], REPORTS, 'MO-02'),
]
