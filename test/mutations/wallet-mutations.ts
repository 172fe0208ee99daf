import { mutation } from './source-mutations.ts'

const WALLETS = 'src/accounts/account/linked-wallet.test.ts'
const WALLET = 'src/accounts/account/linked-wallet.ts'
const NONCE = 'src/accounts/account/nonce.ts'

/** Mutations of what an external wallet must prove before it is linked or signs in. */
// oxfmt-ignore
export const walletMutations = [
  mutation('a wallet is linked without a code', WALLET, ["await confirmStep(ctx, confirmation, 'wallet')\n  return newNonce", 'return newNonce'], WALLETS, 'neither linked nor unlinked without'),
  mutation('a wallet is unlinked without a code', WALLET, ["await confirmStep(ctx, confirmation, 'wallet')\n  await inTx", 'await inTx'], WALLETS, 'neither linked nor unlinked without'),
  mutation('the wallet of another person is unlinked', WALLET, ["db.selectFrom('linked_wallet').where('account_id', '=', account_id)", "db.selectFrom('linked_wallet').where('account_id', 'is not', null)"], WALLETS, 'neither linked nor unlinked without'),
  mutation('a nonce for linking works twice', WALLET, ['await spendNonce(tx, ctx, proof.nonce, account_id)', ''], WALLETS, 'with one proof are one'),
  mutation('wallets linked at once pass the limit', WALLET, ['await lockAccount(tx, account_id)', ''], WALLETS, 'at most five wallets'),
  mutation('an account has any number of wallets', WALLET, ['if (linked.length >= WALLETS_MAX)', 'if (linked.length < 0)'], WALLETS, 'at most five wallets'),
  mutation('a nonce of any purpose and account works', NONCE, [".where('account_id', 'is not distinct from', account_id)\n    .where('used_at', 'is', null)\n    .where('expires_at', '>', ctx.now.toISOString())\n    .executeTakeFirst()\n  if (!live)", ".where('used_at', 'is', null)\n    .where('expires_at', '>', ctx.now.toISOString())\n    .executeTakeFirst()\n  if (!live)"], WALLETS, 'neither linked nor unlinked without'),
  mutation('a wrong signature passes', WALLET, ['if (fault) {', 'if (fault === undefined) {'], WALLETS, 'only a wallet that signs this nonce'),
  mutation('a proof for another site passes', WALLET, ['proofFault(origin, proof,', "proofFault('https://elsewhere.test', proof,"], WALLETS, 'only a wallet that signs this nonce'),
  mutation('ten sign-ins with one nonce succeed', 'src/accounts/account/session.ts', ['await spendNonce(tx, ctx, proof.nonce)\n', ''], WALLETS, 'fifty sign-ins at once'),
]
