import { email } from '#core/email.shared.ts'

/** A typed list of addresses: the valid ones in order, and the lines that are not, from 1. */
export interface Recipients {
  emails: string[]
  faults: { line: number; text: string; reason: 'invalid' | 'twice' }[]
}

/** Parses e-mail addresses, separated by lines, commas or semicolons. Empty lines do not count. */
export function parseRecipients(text: string): Recipients {
  const typed = text.split(/\r?\n/).flatMap((row, i) =>
    row
      .split(/[,;、，\t]/)
      .map((part) => ({ line: i + 1, text: part.trim() }))
      .filter((one) => one.text !== ''),
  )
  const emails: string[] = []
  const faults: Recipients['faults'] = []
  for (const one of typed) {
    const { data } = email.safeParse(one.text)
    if (data === undefined) faults.push({ ...one, reason: 'invalid' })
    else if (emails.includes(data)) faults.push({ ...one, reason: 'twice' })
    else emails.push(data)
  }
  return { emails, faults }
}
