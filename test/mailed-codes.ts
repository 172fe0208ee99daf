import type { InputOf } from '#core/http/endpoint.ts'
import { createApiKey } from '#src/accounts/api-key/api-key.shared.ts'
import type { Person } from './people.ts'
import type { CodePurpose } from '#src/accounts/account/account.shared.ts'
import { addSeconds } from '#core/clock.ts'
import type { Db } from '#core/database/db.ts'
import { keyedHash, tokenHash } from '#core/keyed-hash.ts'
import type { Config } from '#src/config.ts'

const CODE = '123456'

/** Gives a person a code for one step, as if it had been mailed to their session. */
export async function codeFor(
  here: { app: { db: Db }; clock: { now: Date }; config: Pick<Config, 'secret'> },
  { email, token }: Pick<Person, 'email' | 'token'>,
  purpose: CodePurpose,
): Promise<string> {
  const { app, clock, config } = here
  const { id: browser } = await app.db
    .selectFrom('session')
    .select('id')
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirstOrThrow()
  const hmac = keyedHash(config.secret, 'sign-in code try', email, browser, CODE)
  const expires_at = addSeconds(clock.now, 600).toISOString()
  await app.db
    .insertInto('sign_in_code')
    .values({
      email,
      purpose,
      browser,
      hmac,
      ip: 'test',
      expires_at,
      created_at: clock.now.toISOString(),
    })
    .execute()
  return CODE
}

/** Makes an API key, with a code. */
export const makeKey = async (
  here: Parameters<typeof codeFor>[0],
  who: Pick<Person, 'email' | 'token' | 'call'>,
  fields: Omit<InputOf<typeof createApiKey>, 'code' | 'passkey'>,
) => who.call(createApiKey, { ...fields, code: await codeFor(here, who, 'api_key') })
