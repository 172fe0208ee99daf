import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { API, type Endpoint, type ReplyOf } from '#core/http/endpoint.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'

/**
 * From now on a page is answered this call with what `change` makes of the real answer, for what the
 * house knows to show and cannot do yet. It is held to the call's own shape.
 */
export async function answerWith<E extends Endpoint>(
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

/** As many titles as there are names, each the first with something changed. */
export const variants = ([asset]: readonly Asset[], changes: Record<string, Partial<Asset>>) =>
  Object.entries(changes).map(([title, change]) => ({
    ...{ ...asset!, ...change, title, kid: randomUUID(), unique_id: title },
  }))
