import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { API, type Endpoint, type ReplyOf } from '#core/http/endpoint.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'

/**
 * Replaces the replies to a call on a page by what `change` makes of the real one, for states that
 * are hard to reach. Checks the new reply against the call's own schema.
 */
export async function overrideReply<E extends Endpoint>(
  page: Page,
  { path, reply }: E,
  change: (real: ReplyOf<E>) => unknown,
) {
  const pattern = new RegExp(`${API}${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`)
  await page.route(pattern, async (route) => {
    const response = await route.fetch()
    const real = reply.parse(await response.json()) as ReplyOf<E>
    await route.fulfill({ response, json: reply.parse(change(real)) })
  })
}

/** Returns copies of the first title, one for each name, with the given changes. */
export const assetVariants = ([asset]: readonly Asset[], changes: Record<string, Partial<Asset>>) =>
  Object.entries(changes).map(([title, change]) => ({
    ...asset!,
    ...change,
    title,
    kid: randomUUID(),
    unique_id: title,
  }))
