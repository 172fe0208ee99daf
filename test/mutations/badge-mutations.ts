import { mutation } from './source-mutations.ts'

const BADGE = 'src/catalog/brand/verification.ts'
const TEST = 'src/admin/verifications/verification.test.ts'

/** Mutations that give a badge to a name that nobody checked. */
// oxfmt-ignore
export const badgeMutations = [
  mutation('a badge is granted to another name', BADGE, ["  if (brand.name !== name) fail('changed_elsewhere')\n", ''], TEST, 'did not see'),
  mutation('a badge is granted without a lock', BADGE, ['    .forNoKeyUpdate()\n', ''], TEST, 'at once'),
  mutation('a badge is granted that nobody asked for', BADGE, ["  if (!isDecided) fail('changed_elsewhere')\n", '  void isDecided\n'], TEST, 'BR-13'),
  mutation('a verified brand asks again', BADGE, ["    if (verified_at) fail('brand_verified')\n", '    void verified_at\n'], TEST, 'grants'),
  mutation('a refusal gives the badge', BADGE, ["decision === 'grant' ? at : null", 'at'], TEST, 'taken back'),
  mutation('a deleted account creates a brand', 'src/catalog/brand/brand.ts', ['    await lockActor(tx, owner)\n', '    void lockActor\n'], 'src/finance/account/deletion.test.ts', 'brand'),
]
