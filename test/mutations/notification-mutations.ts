import { mutation } from './source-mutations.ts'

const CHOICE = 'src/platform/notifications/mail-choice.ts'
const NOTIFICATION = 'src/platform/notifications/notification.ts'
const SEND = 'src/platform/mail/send.ts'
const SOLD = 'src/sales/sold/tell-sellers.ts'
const LINE = 'src/platform/notifications/digest-line.ts'
const PREFERENCES = 'src/platform/notifications/preferences.ts'
const PUSH_JOB = 'src/platform/notifications/push-job.ts'
const SUBSCRIPTION = 'src/platform/notifications/push-subscription.ts'
const PUSH = 'src/platform/notifications/push.test.ts'
const DIGEST = 'src/platform/digest/digest.test.ts'
const BROWSER = 'src/accounts/known-browser/known-browser.ts'
const BROWSER_TEST = 'src/accounts/known-browser/known-browser.test.ts'
const TEST = 'src/platform/notifications/notification.test.ts'

/** Mutations that tell people twice, tell the wrong people, or mail those who want none. */
// oxfmt-ignore
export const notificationMutations = [
  mutation('sellers are told twice of a sale', SOLD, ["  await tx.updateTable('sellers_told').set({ until }).execute()\n", ''], TEST, 'NT-02'),
  mutation('sellers are told of the sales of others', SOLD, ["    .where('seller', '=', seller)\n", ''], TEST, 'NT-02'),
  mutation('notifications of others are read', NOTIFICATION, ["    .where('account_id', '=', currentPerson(ctx).account_id)\n    .where('read_at', 'is', null)\n    .$if", "    .where('read_at', 'is', null)\n    .$if"], TEST, 'NT-03'),
  mutation('people who want no mails get them', SEND, ["if (!wants_mail || recipient.is_held) return 'never'", "if (recipient.is_held) return 'never'"], TEST, 'NT-04'),
  mutation('a held mail is also sent alone', SEND, ["if (!wants_mail || recipient.is_held) return 'never'", "if (!wants_mail) return 'never'"], DIGEST, 'a repeated job'),
  mutation('a line is told by two gathered mails', LINE, [' and line.digest_id is null\n', '\n'], DIGEST, 'ten jobs'),
  mutation('gathered mails tell of topics that were switched off', LINE, ["    .where('topic', 'in', wanted)\n", ''], DIGEST, 'what waits'),
  mutation('gathered mails tell of other people', LINE, ["    .where('digest_line.account_id', '=', of.account_id)\n    .where('notification.account_id', '=', of.account_id)\n    .where('digest_id', '=', of.digest_id)\n", ''], DIGEST, 'ten jobs'),
  mutation('one click stops mails that are not gathered', CHOICE, ["choices.filter(({ pace }) => pace !== 'at_once')", 'choices'], DIGEST, 'one click'),
  mutation('security mails wait', PREFERENCES, ["topic === 'security' || topic === 'deadlines'", "topic === 'deadlines'"], DIGEST, 'in quiet hours'),
  mutation('quiet hours end at midnight', PREFERENCES, ['from <= hour || hour < until', 'from <= hour'], DIGEST, 'in quiet hours'),
  mutation('a new choice does not move what waits', 'src/platform/notifications/schedule.ts', ['    await reschedule(tx, account_id, ctx.now)\n', ''], DIGEST, 'what waits'),
  mutation('anyone unsubscribes anyone', CHOICE, ['isSameSecret(hashOf(secret, subscription), hash)', 'hash.length > 0'], TEST, 'NT-04'),
  mutation('push reaches any host', 'src/integrations/push/push.ts', ["url.port === '' && isVendors", "url.port === ''"], PUSH, 'own push services'),
  mutation('push goes by plain http', 'src/integrations/push/push.ts', ["return url.protocol === 'https:' && url.port", 'return url.port'], PUSH, 'own push services'),
  mutation('addresses of no push service are stored', SUBSCRIPTION, ["if (!ctx.integrations.push?.accepts(endpoint)) fail('push_endpoint_refused')", 'void endpoint'], PUSH, 'needs an address'),
  mutation('a browser stays with the person before', SUBSCRIPTION, [".where('session_id', '<>', session_id)", ".where('session_id', '=', session_id)"], PUSH, 'the next person'),
  mutation('people end the browsers of others', SUBSCRIPTION, ["    .where('id', '=', id)\n    .where('account_id', '=', currentPerson(ctx).account_id)\n", "    .where('id', '=', id)\n"], PUSH, 'listed and ended'),
  mutation('browsers of idle sessions are told', PUSH_JOB, ["    .where('session.seen_at', '>', addSeconds(now, -PUSH_IDLE_DAYS * DAY_SECONDS).toISOString())\n", ''], PUSH, 'idle session'),
  mutation('browsers show what was read', PUSH_JOB, ["    .where('notification.read_at', 'is', null)\n", ''], PUSH, 'a sign-out|read in the app'),
  mutation('browsers show topics that were switched off', PUSH_JOB, ["            .where('wants_push', '=', false),", "            .where('wants_push', '=', true),"], PUSH, 'choose by topic'),
  mutation('pushes come in quiet hours', PUSH_JOB, ['if (until && !isUrgent(topic)) {', 'if (until && topic === undefined) {'], PUSH, 'in quiet hours'),
  mutation('browsers that are gone are kept', PUSH_JOB, ["if (outcome === 'gone') await forget(ctx.db, address)", 'void outcome'], PUSH, 'is gone'),
  mutation('a known browser is told of again', BROWSER, ['xmax <> 0', 'xmax <> xmax'], BROWSER_TEST, 'that is known is not'),
  mutation('the sign-in that opens an account is told of', BROWSER, ['if (isKnown || isFirst) return', 'if (isKnown) return'], BROWSER_TEST, 'told to nobody'),
  mutation('all programs are one known browser', BROWSER, ["  if (browser === 'direct') return false\n", ''], BROWSER_TEST, 'which has no cookies'),
  mutation('the warning of a sign-in follows a changed address', BROWSER, ['...recipient, to: email, id', '...recipient, id'], BROWSER_TEST, 'address of the sign-in'),
]
