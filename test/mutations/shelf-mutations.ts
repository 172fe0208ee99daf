import { mutation } from './source-mutations.ts'

const ACCOUNT = 'src/accounts/account/account.ts'
const SHELF = 'src/sales/shelf/shelf.ts'
const TEST = 'src/sales/shelf/shelf.test.ts'

/** Mutations that show more of a person than they chose, or lose the order of their copies. */
// oxfmt-ignore
export const shelfMutations = [
  mutation('a shelf is shown although it is off', SHELF, ['(is_public and ${mayShowItself})', '${mayShowItself}'], TEST, 'alike'),
  mutation('a suspended person has a shelf', ACCOUNT, ['(account.suspended_at is null and account.hidden_at', '(account.hidden_at'], TEST, 'alike'),
  mutation('a shelf has a generated name', ACCOUNT, ["\n  and account.username !~ '^collector-[0-9a-f]{10}$')", ')'], TEST, 'username of their own'),
  mutation('a shelf is public without a name', SHELF, ['choices.is_public && !hasChosenName(before)', 'false'], TEST, 'username of their own'),
  mutation('a shelf shows brands that were not chosen', SHELF, ['case when shows_brands then', 'case when true then'], TEST, 'only what'),
  mutation('a shelf shows a count that was not chosen', SHELF, ['case when shows_count then', 'case when true then'], TEST, 'only what'),
  mutation('a shelf shows copies of others', SHELF, ["< ids.length) fail('not_owner')", "< 0) fail('not_owner')"], TEST, 'are refused'),
  mutation('a shelf shows titles that are withdrawn', SHELF, ['\n  and asset.is_public`', '`'], TEST, 'no longer published'),
  mutation('a shelf shows own works', SHELF, [' and asset.creator <> account.id', ''], TEST, 'are refused'),
  mutation('a copy stands on a shelf twice', SHELF, ["if (new Set(ids).size < ids.length) fail('input_invalid', { field: 'asset_token_ids' })", ''], TEST, 'are refused'),
  mutation('changes of a shelf do not wait for each other', SHELF, ['await lockAccount(tx, account_id)', ''], TEST, 'of ten changes'),
  mutation('a copy is put on a shelf while it is sold', SHELF, ['return lockSerials(tx, [...ids, ...standing.map((row) => row.asset_token_id)], ctx.time)', 'return void standing ?? ctx.time()'], TEST, 'while it is sold'),
  mutation('a shelf loses a change made elsewhere', SHELF, ["if (edited_at !== undefined && edited_at !== before.edited_at) fail('changed_elsewhere')", 'void edited_at'], TEST, 'changed elsewhere'),
]
