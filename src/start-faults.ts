import { Unreachable } from '#core/errors.ts'
import type { Config } from './config.ts'

/** The roles of a process, as its first argument names them. */
export const ROLES = ['web', 'worker', 'all'] as const
export type Role = (typeof ROLES)[number]

/** Returns what an error of the system or of a vendor is called: `ECONNREFUSED`, `AccessDenied`. */
export function causeOf(error: unknown): string {
  const { code, name, message } = (error ?? {}) as {
    code?: string
    name?: string
    message?: string
  }
  return code ?? (name && name !== 'Error' ? name : (message ?? String(error)))
}

/** Returns the line about a role that does not exist, or undefined. Options begin with `--`. */
export function roleFault(role: string | undefined): string | undefined {
  const isKnown = role === undefined || ROLES.some((known) => known === role)
  if (isKnown || role.startsWith('--')) return undefined
  return `The role ${role} does not exist: choose ${ROLES.join(', ')}.`
}

// PostgreSQL, appendix A: class 28 is a refused user or password, 3D000 a missing database.
const DATABASE_FAULTS: [code: RegExp, fault: string][] = [
  [/^28/, 'is refused: correct its user and password.'],
  [/^3D000$/, 'names a database that does not exist: create it, or correct the name.'],
]

/** Returns the line about a database that waiting does not mend, or undefined. */
export function databaseFault(error: unknown, name = 'DATABASE_URL'): string | undefined {
  const cause = causeOf(error)
  const fault = DATABASE_FAULTS.find(([code]) => code.test(cause))?.[1]
  return fault && `${name} ${fault} (PostgreSQL says ${cause}.)`
}

/** Returns the line about a storage that cannot be used at the start. */
export function storageFault(thrown: unknown, { storage }: Pick<Config, 'storage'>): string {
  const error = thrown instanceof Unreachable ? thrown.cause : thrown
  const { $metadata } = (error ?? {}) as { $metadata?: { httpStatusCode?: number } }
  const cause = causeOf(error)
  const place = storage?.endpoint ?? 'the emulator'
  if (!$metadata?.httpStatusCode)
    return `S3_ENDPOINT ${place} does not answer (${cause}): uploads and playback fail until it does.`
  const bucket = storage?.bucket ?? 'renban'
  return `S3_BUCKET ${bucket} cannot be used (${cause}): create it, or correct its name and the keys.`
}

/** Returns the line about a mail server that cannot be used at the start. */
export function mailFault(error: unknown, { mail }: Pick<Config, 'mail'>): string {
  const cause = causeOf(error)
  if (cause === 'EAUTH') return 'SMTP_URL is refused (EAUTH): correct its user and password.'
  return `SMTP_URL ${mail?.host}:${mail?.port} does not answer (${cause}): mails wait until it does.`
}
