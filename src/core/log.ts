import { AsyncLocalStorage } from 'node:async_hooks'
import { traceId } from './tracing.ts'

/** The only facts that may be logged: never bodies, tokens, codes, addresses or mails. */
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

/**
 * The characters before the @ of an e-mail address, with the rest of the address if it is one: mail servers
 * repeat addresses in their errors, and callers may write them into a path. Because words match, too, each
 * character is looked at once.
 */
const WORD = /[\p{L}\p{N}.!#$%&'*+=?^_`{|}~-]+(@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,})?/gu

/** The id of the request that the running code answers. */
const requestId = new AsyncLocalStorage<string>()

/** Runs the work for a request, whose id all its log lines name. */
export const logForRequest = <T>(id: string, work: () => T): T => requestId.run(id, work)

/** Writes one JSON line with a message and facts. E-mail addresses in it are masked. */
export function log(level: Level, what: string, facts: Facts = {}) {
  const { error, ...rest } = facts
  const cause = error === undefined ? {} : { error: describeError(error) }
  const ids = { request: requestId.getStore(), trace: traceId() } // undefined ones are left out
  const at = new Date().toISOString()
  const line = JSON.stringify({ at, level, what, ...ids, ...rest, ...cause })
  write(maskAddresses(line))
}

/** Replaces the e-mail addresses in a text. */
export const maskAddresses = (text: string) =>
  text.replaceAll(WORD, (word, domain?: string) => (domain === undefined ? word : '…@…'))

/** Redirects log lines; tests collect them. */
export function logTo(sink: (line: string) => void) {
  write = sink
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  return { name, message, stack, ...(cause === undefined ? {} : { cause: describeError(cause) }) }
}
