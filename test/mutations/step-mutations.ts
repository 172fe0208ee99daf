import { mutation } from './source-mutations.ts'

const WALLETS = 'src/accounts/account/linked-wallet.test.ts'
const WALLET = 'src/accounts/account/linked-wallet.ts'
const MOVES = 'src/catalog/wallet-copies/wallet-copies.ts'
const MOVED = 'src/catalog/wallet-copies/wallet-copies.test.ts'
const NONCE = 'src/accounts/account/nonce.ts'
const GIVE = 'src/sales/gift/give.ts'
const LARGE = 'src/sales/gift/large.test.ts'

/** Mutations of what confirms a step, and of what an external wallet must prove. */
// oxfmt-ignore
export const stepMutations = [
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
  mutation('an API key is made without a code', 'src/accounts/api-key/api-key.ts', ["await confirmStep(ctx, confirmation, 'api_key')", ''], 'src/accounts/api-key/api-key.test.ts', 'a fresh code or a passkey only'),
  mutation('keys made at once pass the limit', 'src/accounts/api-key/api-key.ts', ['await lockAccount(tx, account_id)', ''], 'src/accounts/api-key/api-key.test.ts', 'at most twenty keys'),
  mutation('any code confirms a gift', GIVE, ["if (isConfirmed) await confirmStep(ctx, { code, passkey }, 'gift')", ''], LARGE, 'with a fresh code only'),
  mutation('large gifts need no code', GIVE, ["fail('gift_needs_confirmation')", 'void isConfirmed'], LARGE, 'with a fresh code only'),
  mutation('gifts of a day do not count together', 'src/sales/gift/terms.ts', ["and created_at > ${since}::timestamptz and status <> 'canceled'\n      union", "and created_at < ${since}::timestamptz and status <> 'canceled'\n      union"], LARGE, 'count together'),
  mutation('a repeated gift needs another code', GIVE, ['if (earlier) return earlier\n', ''], LARGE, 'its repeat needs no other code'),
  mutation('gifts at once count apart', GIVE, ['await lockActor(tx, giver) // so', 'void lockActor // so'], LARGE, 'ten at once'),
  mutation('copies come back without a signature of their wallet', MOVES, ["if (wallet.address !== address) fail('wallet_is_another')", ''], MOVED, 'without a signature of that wallet'),
  mutation('a nonce to move copies back links a wallet', NONCE, ['keyedHash(config.secret, use, nonce)', "keyedHash(config.secret, 'nonce', nonce)"], MOVED, 'without a signature of that wallet'),
  mutation('one signature moves copies back again and again', MOVES, ["    await spendNonce(tx, ctx, proof.nonce, account_id, 'move_back')\n", ''], MOVED, 'ten requests at once'),
  mutation('a copy of another person is moved', MOVES, [' and owner = ${currentPerson(ctx).account_id}\n    order', '\n    order'], MOVED, 'without a signature of that wallet'),
  mutation('a copy in a deal is moved', MOVES, ["linked_wallet_id ? 'serial_in_wallet' : blocked_by", "linked_wallet_id ? 'serial_in_wallet' : null"], MOVED, 'the list says why'),
  mutation('a copy goes from wallet to wallet', MOVES, ["linked_wallet_id ? 'serial_in_wallet' : blocked_by", 'blocked_by'], MOVED, 'without a signature of that wallet'),
  mutation('copies go where no wallet can sign', MOVES, ["if (!ctx.integrations.flow) fail('wallets_not_offered')", ''], MOVED, 'without a configured wallet'),
  mutation('a copy in a wallet is downloaded', 'src/media/downloads/download.ts', ["when serial.linked_wallet_id is not null then 'serial_in_wallet'", ''], MOVED, 'in no deal'),
  mutation('a reversed sale leaves the copy in the wallet', 'src/sales/deal/sale.ts', ['await takeFromWallets(tx, sql`asset_token_id = any(${ids}::uuid[])`, at)', ''], MOVED, 'a reversed sale'),
  mutation('a deleted account leaves copies in its wallet', 'src/finance/account/deletion.ts', ['await takeFromWallets(tx, sql`owner = ${account_id}`, at)', ''], MOVED, 'that is deleted'),
  mutation('sign-ins of other people are listed', 'src/accounts/sign-in-history/sign-ins.ts', [".where('sign_in.account_id', '=', account_id)", ".where('sign_in.account_id', 'is not', null)"], 'src/accounts/sign-in-history/sign-ins.test.ts', 'nothing of other people'),
  mutation('a wallet is unlinked while a copy moves to it', MOVES, ['.forKeyShare()', ''], MOVED, 'at the same moment'),
  mutation('a copy leaves a wallet twice', MOVES, ['    order by asset_token_id for no key update of serial\n', ''], MOVED, 'leaves it once'),
]
