import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { z } from 'zod'
import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { keyedHash } from '#core/keyed-hash.ts'

/** Rounds of PBKDF2 for one guess: some milliseconds, so that a browser's overhead matters little. */
const ROUNDS = 25_000
/** Guesses for one unit of work: less than a second on a computer, some on a phone. */
const GUESSES = 200
const VALID_SECONDS = 10 * 60

const solved = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      cost: z.number(),
      data: z.object({ of: z.string(), price: z.number(), until: z.string() }),
      keyLength: z.number(),
      keyPrefix: z.string(),
      nonce: z.string(),
      salt: z.string(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/** Work that was done: its id, which can pay once, and its price. */
export interface Work {
  id: string
  price: number
}

/**
 * Returns a task whose solution takes `price` units of work, as text. It is signed and bound to what
 * it pays for, so the server stores nothing.
 */
export async function workFor(ctx: Ctx, payer: string, price: number): Promise<string> {
  const most = GUESSES * price
  const challenge = await createChallenge({
    ...secrets(ctx),
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: randomInt(most / 2, most), // so that luck at most halves the time
    deriveKey,
    data: { of: payer, price, until: addSeconds(ctx.now, VALID_SECONDS).toISOString() },
  })
  return JSON.stringify(challenge)
}

/** Returns the work that a solution proves, or undefined if it is none for this payer or too old. */
export async function workOf(ctx: Ctx, payer: string, text: string): Promise<Work | undefined> {
  const { data: given } = solved.safeParse(parsed(text))
  if (!given) return undefined
  const { data, nonce } = given.challenge.parameters
  if (data.of !== payer || data.until <= ctx.now.toISOString()) return undefined
  const { verified } = await verifySolution({ ...secrets(ctx), ...given, deriveKey })
  return verified ? { id: nonce, price: data.price } : undefined
}

const secrets = ({ config }: Ctx) => ({
  hmacSignatureSecret: keyedHash(config.secret, 'work'),
  hmacKeySignatureSecret: keyedHash(config.secret, 'work key'),
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
