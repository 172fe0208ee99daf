import { mutation } from './source-mutations.ts'

const CHOICE = 'src/platform/notifications/mail-choice.ts'
const NOTIFICATION = 'src/platform/notifications/notification.ts'
const SEND = 'src/platform/mail/send.ts'
const SOLD = 'src/sales/sold/tell-sellers.ts'
const TEST = 'src/platform/notifications/notification.test.ts'

/** Mutations that tell people twice, tell the wrong people, or mail those who want none. */
// oxfmt-ignore
export const notificationMutations = [
  mutation('sellers are told twice of a sale', SOLD, ["  await tx.updateTable('sellers_told').set({ until }).execute()\n", ''], TEST, 'NT-02'),
  mutation('sellers are told of the sales of others', SOLD, ["    .where('seller', '=', seller)\n", ''], TEST, 'NT-02'),
  mutation('notifications of others are read', NOTIFICATION, ["    .where('account_id', '=', currentPerson(ctx).account_id)\n    .where('read_at', 'is', null)\n    .$if", "    .where('read_at', 'is', null)\n    .$if"], TEST, 'NT-03'),
  mutation('people who want no mails get them', SEND, ['if (subscription && !(await wantsMail(ctx.db, subscription))) return', 'if (subscription && !(await wantsMail(ctx.db, subscription))) void 0'], TEST, 'NT-04'),
  mutation('anyone unsubscribes anyone', CHOICE, ['unsubscribePath(secret, subscription).endsWith(`/${token}`)', 'token.length > 0'], TEST, 'NT-04'),
]
