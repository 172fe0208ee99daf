import { mutation } from './source-mutations.ts'

const ADDRESS = 'src/core/http/public-address.ts'
const COLLECT = 'src/studio/webhooks/collect.ts'
const DELIVER = 'src/studio/webhooks/deliver.ts'
const POST = 'src/studio/webhooks/post.ts'
const SIGNATURE = 'src/studio/webhooks/signature.ts'
const WEBHOOK = 'src/studio/webhooks/webhook.ts'
const TEST = 'src/studio/webhooks/webhook.test.ts'
const ADDRESSES = 'src/studio/webhooks/public-address.test.ts'

/** Mutations that tell the wrong servers, tell twice, lose messages, or reach into the network. */
// oxfmt-ignore
export const webhookMutations = [
  mutation('servers are told of the titles of others', COLLECT, ['join webhook on webhook.account_id = happened.account_id\n', 'join webhook on true\n'], TEST, 'WH-02'),
  mutation('a failed upload is dated by when its job began', 'src/media/upload/upload.ts', ['  const at = ctx.time()\n  const failure_params', '  const at = ctx.now\n  const failure_params'], TEST, 'long after its job began'),
  mutation('what happened is collected again', COLLECT, ["    await tx.updateTable('webhooks_told').set({ until }).execute()\n", ''], TEST, 'WH-02'),
  mutation('a delivery is not claimed', DELIVER, ['      for update skip locked\n', ''], TEST, 'WH-02'),
  mutation('a message that was cut off is lost', DELIVER, ['set next_at = ${addSeconds(now, CLAIMED_SECONDS).toISOString()}, tries', 'set next_at = null, tries'], TEST, 'cut off'),
  mutation('a failing webhook is never switched off', DELIVER, ['failing_since <= addSeconds(now, -FAILING_DAYS * DAY_SECONDS).toISOString()', "failing_since === String(FAILING_DAYS * DAY_SECONDS)"], TEST, 'WH-04'),
  mutation('a webhook that is off misses what happens', COLLECT, ['and ${event} = any(webhook.events)\n', 'and ${event} = any(webhook.events) and disabled_at is null\n'], TEST, 'sent what it missed'),
  mutation('the former secret ends at once', SIGNATURE, ['(isBoth ? [version, version - 1] : [version])', '(isBoth ? [version] : [version])'], TEST, 'WH-01'),
  mutation('the former secret never ends', SIGNATURE, ['    rotated_at !== null && addSeconds(', '    rotated_at !== null || addSeconds('], TEST, 'WH-01'),
  mutation('names may resolve to private addresses', 'src/core/http/post-status.ts', ['    ...(onlyPublic && { lookup: publicLookup }),\n', ''], ADDRESSES, 'no delivery'),
  mutation('private addresses may be given as such', POST, ['(literal && !isPublicAddress(literal))', 'literal === url.href'], ADDRESSES, 'no delivery'),
  mutation('link-local addresses count as public', ADDRESS, ["  ['169.254.0.0', 16],\n", ''], ADDRESSES, 'WH-06'),
  mutation('private addresses may be entered', WEBHOOK, ['!found.every((one) => isPublicAddress(one.address))', 'found.every((one) => one.address === url.href)'], ADDRESSES, 'outside development'),
  mutation('webhooks of others are changed', WEBHOOK, ["    .where('id', '=', id)\n    .where('account_id', '=', currentPerson(ctx).account_id)\n", "    .where('id', '=', id)\n"], TEST, 'WH-05'),
  mutation('messages of others are replayed', WEBHOOK, ["    .where('webhook_id', '=', id)\n    .returning", '    .returning'], TEST, 'WH-05'),
  mutation('webhooks added at once exceed the limit', WEBHOOK, ['await lockAccount(tx, account_id)', ''], TEST, 'WH-05'),
]
