import { createApiKey, listApiKeys } from '#src/accounts/api-key/api-key.shared.ts'
import type { DemoClient } from './client.ts'
import { stepCode } from './sign-in.ts'

/** Has Mika make a key for her shop's program, if she has none yet. */
export async function makeApiKey(client: DemoClient, inboxUrl: string) {
  const { total } = await client.call('mika', listApiKeys, {})
  if (total > 0) return
  const code = await stepCode(client, 'mika', { purpose: 'api_key', inboxUrl })
  await client.call('mika', createApiKey, { name: 'Web shop', scopes: ['read', 'sales'], code })
}
