import { mutation } from './source-mutations.ts'

const NOTICE = 'src/catalog/seller-notice/seller-notice.ts'
const TEST = 'src/catalog/seller-notice/seller-notice.test.ts'

/** Mutations that publish incomplete sellers’ notices, show them to others or lose one. */
// oxfmt-ignore
export const noticeMutations = [
  mutation('a company leaves out its address', NOTICE, ["  if (field) fail('input_invalid', { field })\n", '  void field\n'], TEST, 'incomplete'),
  mutation('a notice replaces one that it did not see', NOTICE, ["if (replaces !== undefined && replaces !== ended) fail('changed_elsewhere')", 'void replaces'], TEST, 'BR-12'),
  mutation('a notice replaces none', NOTICE, ["const ended = await endCurrent(tx, id, at)", 'const ended = replaces'], TEST, 'BR-12'),
  mutation('notices at once do not wait for each other', NOTICE, ["    await lockOwnBrand(tx, ctx, { id })\n    const at", "    const at"], TEST, 'of ten'),
  mutation('everybody reads earlier notices', NOTICE, [".where('owner', '=', currentPerson(ctx).account_id)", ''], TEST, 'BR-12'),
  mutation('the notice of a hidden brand is read', NOTICE, ['  await getBrand(ctx, { id })\n', '  void getBrand\n'], TEST, 'hidden'),
]
