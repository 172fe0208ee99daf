import { mutation } from './source-mutations.ts'

const RECOVERY = 'src/accounts/recovery/recovery.ts'
const ACCOUNT = 'src/accounts/account/account.ts'
const TEST = 'src/admin/users/recovery.test.ts'

/** Mutations that let an account move too early, to whom it must not, or against its person. */
// oxfmt-ignore
export const recoveryMutations = [
  mutation('an account moves at once', RECOVERY, ["    .where('due_at', '<=', now.toISOString())\n    .orderBy", '    .orderBy'], TEST, 'changes nothing at first|the account moves'),
  mutation('administrators move each other', RECOVERY, ["  if (role === 'ADMIN') fail('forbidden')\n", ''], TEST, 'no recovery for administrators'),
  mutation('a deleted account is moved', RECOVERY, ["    .where('deleted_at', 'is', null)\n", ''], TEST, 'no recovery for administrators'),
  mutation('an account moves to an address in use', RECOVERY, ["  if (await isTaken(tx, email)) fail('email_taken')\n", ''], TEST, 'no recovery for administrators'),
  mutation('a new administrator moves', ACCOUNT, ["role === 'ADMIN' ? 'role' : ", ''], TEST, 'has become an administrator'),
  mutation('a taken address is taken again', ACCOUNT, ["(await isTaken(tx, new_email)) ? 'taken' : undefined", 'undefined'], TEST, 'stops the move'),
  mutation('a recovery ends twice', RECOVERY, ["    .where('account_id', '=', account_id)\n    .where('status', '=', 'waiting')\n    .$if", "    .where('account_id', '=', account_id)\n    .$if"], TEST, 'each once'),
  mutation('an administrator ends a later recovery', RECOVERY, ["    .$if(id !== undefined, (query) => query.where('id', '=', id!))\n", ''], TEST, 'each once|without a sign-in'),
  mutation('the database has the token', RECOVERY, ['token_hash: tokenHash(cancelToken(ctx, id))', 'token_hash: cancelToken(ctx, id)'], TEST, 'without a sign-in'),
  mutation('a code to the old address stops nothing', 'src/accounts/account/code.ts', ['if (attempt?.used_at) return cancelByCode(ctx, email)', 'if (attempt?.used_at) return void cancelByCode'], TEST, 'once it is entered'),
  mutation('a moved account keeps its sessions', ACCOUNT, ["    await tx.deleteFrom('session').where('account_id', '=', account_id).execute()\n", ''], TEST, 'the account moves'),
  mutation('codes of the old address stay open', ACCOUNT, ['.set({ expires_at: end.at.toISOString() })', '.set({ tries: 0 })'], TEST, 'the account moves'),
  mutation('the wallet keeps the old address', ACCOUNT, ['    await changeWalletEmail(tx, wallet_address, new_email)\n', ''], TEST, 'the account moves'),
  mutation('a sign-up takes the awaited address', 'src/accounts/account/session.ts', ['  await refuseAwaited(tx, email)\n', '  void refuseAwaited\n'], TEST, 'awaited address'),
  mutation('a change of address takes the awaited one', ACCOUNT, ['      await refuseAwaited(tx, email)\n', '      void refuseAwaited\n'], TEST, 'awaited address'),
  mutation('a recovery goes on after a change by the person', ACCOUNT, ["      await endRecovery(tx, { account_id }, { action: 'cancel', ...end })\n", ''], TEST, 'change their address themselves'),
]
