import { mutation } from './source-mutations.ts'

const CALLER = 'src/accounts/api-key/caller.ts'
const KEY = 'src/accounts/api-key/api-key.ts'
const HTTP = 'src/core/http/http.ts'
const TEST = 'src/accounts/api-key/api-key.test.ts'

/** Mutations that let API keys do more than their scopes, their owner or their limits allow. */
// oxfmt-ignore
export const apiKeyMutations = [
  mutation('a revoked key still works', CALLER, ["    .where('revoked_at', 'is', null)\n", ''], TEST, 'AK-02'),
  mutation('a key outlives its owner’s role', CALLER, ["  if (owner.role !== 'ORH') fail('creators_only')\n", ''], TEST, 'at the moment of the call'),
  mutation('keys have no limit of requests', CALLER, ['  await countRequest(id)\n', '  void countRequest\n'], TEST, 'so many requests'),
  mutation('each call of a key is written down', CALLER, ['if (used_on !== jstDay(ctx.now)) ', 'void used_on\n  '], TEST, 'AK-01'),
  mutation('the key itself is stored', CALLER, ["keyedHash(config.secret, 'api_key', key)", "(keyedHash.length && config.secret ? key : '')"], TEST, 'AK-01'),
  mutation('keys of others are revoked', KEY, ["    .where('account_id', '=', currentPerson(ctx).account_id)\n    .where('revoked_at', 'is', null)\n    .executeTakeFirst()", "    .where('revoked_at', 'is', null)\n    .executeTakeFirst()"], TEST, 'AK-02'),
  mutation('keys made at once exceed the limit', KEY, ['await lockAccount(tx, account_id)', ''], TEST, 'at most twenty'),
  mutation('nobody is told of a new key', KEY, ['[about])', '[])\n    void about'], TEST, 'is told of a new key'),
  mutation('a key may do whatever its owner may', HTTP, ["  if (ctx.apiKey && !(scope && ctx.apiKey.scopes.includes(scope))) fail('api_key_forbidden')\n", '  void scope\n'], TEST, 'what its scopes allow'),
  mutation('a key may make the calls of every scope', HTTP, ['!(scope && ctx.apiKey.scopes.includes(scope))', '!scope'], TEST, 'what its scopes allow'),
]
