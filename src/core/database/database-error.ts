import { errors, type RefusalKind } from '#core/error-catalogue.ts'
import { type ErrorCode, Refusal, Unreachable } from '#core/errors.ts'

/**
 * Translates an error of the database or a vendor: a violated constraint becomes its refusal, a lost
 * connection `unavailable`. Returns any other error unchanged.
 */
export function fromDatabase(cause: unknown): unknown {
  if (cause instanceof Unreachable) return new Refusal('unavailable', {}, { cause })
  const { constraint, code } = cause as { constraint?: string; code?: string }
  const found = Object.entries<RefusalKind>(errors).find(
    ([, kind]) => kind.constraint !== undefined && kind.constraint === constraint,
  )
  if (found) return new Refusal(found[0] as ErrorCode, {}, { cause })
  return isLostDatabase(cause, code) ? new Refusal('unavailable', {}, { cause }) : cause
}

// Class 08 (connection), 25006 (a standby, which takes no writes), 57P (shutdown, crash), 53 (full disk,
// memory, connections), 55P03 and 25P03 (waited too long): PostgreSQL, appendix A.
function isLostDatabase(cause: unknown, code: string | undefined): boolean {
  if (
    code &&
    /^(08\w{3}|25006|57P0[1-3]|53[123]00|55P03|25P03|E(CONN(REFUSED|RESET)|(HOST|NET)UNREACH|TIMEDOUT|NOTFOUND|AI_AGAIN|NOENT|PIPE))$/.test(
      code,
    )
  )
    return true
  const text = cause instanceof Error ? cause.message : ''
  return /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/.test(
    text,
  )
}
