import type { I18n, MessageDescriptor } from '@lingui/core'
import type { ReactNode } from 'react'
import type { MailKind } from './mail.shared.ts'

/** The words of one kind of mail. */
export interface MailTemplate<Facts extends object = never> {
  name: string
  samples: Record<string, object>
  /** Returns the subject, as a text of the catalogue or written already. */
  subject: (facts: Facts, i18n: I18n) => MessageDescriptor | string
  /** The heading of the text, if it differs from the subject. */
  heading?: (facts: Facts) => MessageDescriptor
  /** The page that a notification of the same event leads to; there is none if undefined. */
  path?: (facts: Facts) => string
  /** The number of the copy that the mail is about, for the strip. */
  number?: (facts: Facts) => number | undefined
  Body: (facts: Facts) => ReactNode
}

/** Connects a kind of mail with its words. */
export const mailTemplate = <About, Facts extends object>(
  { name, samples }: MailKind<About, Facts>,
  words: Omit<MailTemplate<Facts>, 'name' | 'samples'>,
): MailTemplate<Facts> => ({ name, samples, ...words })
