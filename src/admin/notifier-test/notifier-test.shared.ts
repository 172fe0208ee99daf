import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'

const notifierTest = z.strictObject({
  id: z.uuid(),
  /** The caller's e-mail address. */
  to: z.string(),
  /** When the mail server accepted the mail; null until then. */
  sent_at: z.iso.datetime().nullable(),
  attempts: z.int(), // that failed
  /** The message of the last error, with e-mail addresses masked. */
  error: z.string().nullable(),
})
notifierTest.register(z.globalRegistry, { id: 'NotifierTest' })
export type NotifierTest = z.output<typeof notifierTest>

/** Sends a test mail to the caller. */
export const createNotifierTest = endpoint('POST', '/notifier_tests', {
  body: z.strictObject({}),
  reply: notifierTest,
})

/** Returns whether the mail server has accepted the caller's test mail. */
export const getNotifierTest = endpoint('GET', '/notifier_tests/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: notifierTest,
})
