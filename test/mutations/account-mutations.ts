import { mutation } from './source-mutations.ts'

const EXPORT = 'src/finance/account/export.ts'
const ZIP = 'src/finance/account/export-zip.ts'
const TEST = 'src/finance/account/export.test.ts'

/** Mutations that give a person’s data to others, keep it too long, or name other people in it. */
// oxfmt-ignore
export const accountMutations = [
  mutation('an export is downloaded by anyone', EXPORT, ["    .select(['made_at', 'file'])\n    .where('account_id', '=', currentPerson(ctx).account_id)", "    .select(['made_at', 'file'])"], TEST, 'AC-01'),
  mutation('an export is downloaded after its days', EXPORT, ['if (!row?.file || isOver(ctx, row.made_at)) return', 'if (!row?.file) return'], TEST, 'AC-01'),
  mutation('exports are asked for without end', EXPORT, ["          .where('account_export.asked_at', '<=', addSeconds(ctx.now, -DAY_SECONDS).toISOString()),\n", ''], TEST, 'AC-01'),
  mutation('an export names other people', ZIP, ['value !== account_id', 'false'], TEST, 'AC-01'),
  mutation('an export holds encrypted values', ZIP, ["!Buffer.isBuffer(value) && column !== 'kek_id'", 'value !== undefined'], TEST, 'AC-01'),
  mutation('an export stops after the first rows of a table', ZIP, ['ownPart(row, table, account_id))\n', 'ownPart(row, table, account_id))\n    break\n'], TEST, 'AC-01'),
]
