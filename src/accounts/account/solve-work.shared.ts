import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/**
 * Solves a task of `code_needs_work` and returns the value of `work` for the next request. Takes
 * seconds of processor time, without blocking the page. Stops if `signal` aborts.
 */
export async function solveWork(challenge: string, signal?: AbortSignal): Promise<string> {
  const controller = new AbortController()
  signal?.addEventListener('abort', () => controller.abort())
  const given = JSON.parse(challenge) as Challenge
  const solution = await solveChallenge({ challenge: given, controller, deriveKey, timeout: 0 })
  return JSON.stringify({ challenge: given, solution })
}
