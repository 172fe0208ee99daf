import type { Ctx } from '#core/context.ts'

/** A notification as it was told in the app. */
export interface Told {
  message_id: string
  kind: string
  /** Holds what its mail is about; null if it was told before this was kept. */
  about: unknown
  lang: string
  subject: string
  path: string
}
export type Line = Pick<Told, 'subject' | 'lang' | 'path'>

/**
 * Returns what a notification says by now, in the language in which it was told: people and titles may be
 * hidden since. Undefined if there is nothing left to tell, or something else.
 */
export type Retell = (ctx: Ctx, told: Told) => Promise<Line | undefined>

export const toldColumns = [
  'notification.message_id',
  'notification.kind',
  'notification.about',
  'notification.lang',
  'notification.subject',
  'notification.path',
] as const
