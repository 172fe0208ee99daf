import type { Topic } from '#src/platform/notifications/notification.shared.ts'

/**
 * A kind of mail: its name, and as types what a job says it is about and the facts in its text.
 * Samples of the facts are shown in the gallery and rendered by a test.
 */
export interface MailKind<About, Facts> {
  name: string
  samples: Record<string, Facts>
  /** Names the topic. Undefined for codes and mails to operators, which always come at once. */
  topic?: Topic | 'digest' | undefined
  /** True if its reader waits for it, as for a code: bulk mails do not come before it. */
  isAwaited?: boolean | undefined
  about?: About
}

/** Declares a kind of mail. */
export const mailKind = <About, Facts extends object>(
  name: string,
  samples: Record<string, Facts>,
  topic?: Topic | 'digest',
): MailKind<About, Facts> => ({ name, samples, topic, isAwaited: topic === 'security' })

/** Declares a kind of mail that its reader waits for. */
export const awaitedMailKind = <About, Facts extends object>(
  ...kind: Parameters<typeof mailKind<About, Facts>>
): MailKind<About, Facts> => ({ ...mailKind<About, Facts>(...kind), isAwaited: true })

/** The payload of a job that sends a mail of a kind. */
export type AboutOf<K> = K extends MailKind<infer About, object> ? About : never
/** The facts in the text of a kind of mail. */
export type FactsOf<K> = K extends { samples: Record<string, infer Facts> } ? Facts : never
