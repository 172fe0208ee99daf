/** The only facts that may be written to the log: no bodies, tokens, codes, addresses or mails. */
interface Facts {
  reference?: string
  method?: string
  path?: string
  status?: number
  ms?: number
  code?: string
  job?: string
  attempt?: number
  account_id?: string
  subject?: string
  count?: number
  error?: unknown
}

type Level = 'info' | 'warn' | 'error'
let write: (line: string) => void = (line) => process.stderr.write(`${line}\n`)

/** One JSON line: what happened, with facts from the list above. */
export function log(level: Level, what: string, facts: Facts = {}) {
  const { error, ...rest } = facts
  const cause = error === undefined ? {} : { error: told(error) }
  write(JSON.stringify({ at: new Date().toISOString(), level, what, ...rest, ...cause }))
}

/** Sends log lines elsewhere (tests collect them). */
export function logTo(sink: (line: string) => void) {
  write = sink
}

function told(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  return { name, message, stack, ...(cause === undefined ? {} : { cause: told(cause) }) }
}
