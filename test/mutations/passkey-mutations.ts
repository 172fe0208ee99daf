import { mutation } from './source-mutations.ts'

const PASSKEYS = 'src/accounts/account/passkey.test.ts'
const PROOF = 'src/accounts/account/passkey-proof.ts'
const CHALLENGE = 'src/accounts/account/passkey-challenge.ts'
const PASSKEY = 'src/accounts/account/passkey.ts'

/** Mutations of what a passkey must prove before it signs in, confirms a step or is added. */
// oxfmt-ignore
export const passkeyMutations = [
  mutation('a passkey’s challenge works twice', CHALLENGE, [".where('used_at', 'is', null)\n    .where('expires_at'", ".where('expires_at'"], PASSKEYS, 'with one challenge are one sign-in'),
  mutation('a passkey’s challenge works in any browser', CHALLENGE, [".where('browser', '=', ctx.browser)", ''], PASSKEYS, 'a second time, too late, elsewhere'),
  mutation('a passkey’s challenge works for any purpose', CHALLENGE, [".where('purpose', '=', purpose)", ''], PASSKEYS, 'for which a code would be mailed'),
  mutation('a passkey’s challenge works for any account', CHALLENGE, [".where('account_id', 'is not distinct from', account_id)", ''], PASSKEYS, 'for which a code would be mailed'),
  mutation('a passkey’s challenge never ends', CHALLENGE, ["\n    .where('expires_at', '>', now)\n", '\n'], PASSKEYS, 'too late, elsewhere'),
  mutation('a network may request any number of challenges', CHALLENGE, ['if (!newest) return', 'if (newest !== null) return'], PASSKEYS, 'leaves 300 challenges unused'),
  mutation('used challenges count against a network', CHALLENGE, [".where('used_at', 'is', null)\n    .orderBy", '.orderBy'], PASSKEYS, 'leaves 300 challenges unused'),
  mutation('the passkey of another person confirms a step', PROOF, ['(challenged.account_id ?? known.account_id) !== known.account_id', 'false'], PASSKEYS, 'for which a code would be mailed'),
  mutation('the account that a device names is not compared', PROOF, ['proof.user_handle !== userHandleOf(account_id)', 'proof.user_handle === \'\''], PASSKEYS, 'a proof of another site, key, person'),
  mutation('an unverified person signs in', PROOF, ['requireUserVerification: true', 'requireUserVerification: false'], PASSKEYS, 'a proof of another site, key, person'),
  mutation('a wrong signature signs in', PROOF, ["if (!verified) fail('passkey_invalid')", ''], PASSKEYS, 'a proof of another site, key, person'),
  mutation('two proofs of one count both sign in', PROOF, ['(counter < ${counter} or (counter = 0 and ${counter} = 0))', 'true'], PASSKEYS, 'of ten proofs of one count'),
  mutation('a passkey is added without a code', PASSKEY, ["await confirmStep(ctx, confirmation, 'passkey')\n  const made", 'const made'], PASSKEYS, 'neither added nor removed without'),
  mutation('a passkey is removed without a code', PASSKEY, ["await confirmStep(ctx, confirmation, 'passkey')\n  await inTx", 'await inTx'], PASSKEYS, 'neither added nor removed without'),
  mutation('the passkey of another person is removed', PASSKEY, ["  db.selectFrom('passkey').where('account_id', '=', account_id)", "  db.selectFrom('passkey').where('account_id', 'is not', null)"], PASSKEYS, 'neither added nor removed without'),
  mutation('a passkey is added by an unverified person', PASSKEY, ['requireUserVerification: true', 'requireUserVerification: false'], PASSKEYS, 'only a device that answers'),
  mutation('a maker’s certificate is read', PASSKEY, ['if (!isNone || !credentialID)', 'if (!credentialID)'], PASSKEYS, 'only a device that answers'),
  mutation('ten passkeys at once pass the limit', PASSKEY, ['await lockAccount(tx, account_id)', ''], PASSKEYS, 'at most 20 passkeys'),
  mutation('an account has any number of passkeys', PASSKEY, ['if (count >= PASSKEYS_MAX)', 'if (count < 0)'], PASSKEYS, 'at most 20 passkeys'),
  mutation('a new mail address needs no passkey', 'src/accounts/account/account.ts', ['if (length > 0) fail', 'if (length < 0) fail'], PASSKEYS, 'a new mail address of a person'),
  mutation('a passkey replaces the code of a new mail address', 'src/accounts/account/account.ts', ["if (!code) fail('email_change_needs_code')", 'if (!code && !passkey) fail(\'email_change_needs_code\')'], PASSKEYS, 'a new mail address of a person'),
  mutation('the former session goes on after a sign-in', 'src/accounts/account/session.ts', ['await removeSession(tx, ctx)\n  const now', 'const now'], PASSKEYS, 'a new session, and the former one ends'),
]
