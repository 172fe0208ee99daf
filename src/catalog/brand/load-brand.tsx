import { redirect, type RouterContextProvider } from 'react-router'
import { ask, refusedPage } from '#core/http/ask.ts'
import { type Brand, listBrands } from './brand.shared.ts'

/**
 * Loads the brand of a page whose address names it by `account`. Redirects to the same page of its present
 * address if `account` is a former one, or written in capitals. Refuses `not_found`.
 */
export async function loadBrand(
  context: Readonly<RouterContextProvider>,
  account: string,
  url: URL,
): Promise<Brand> {
  const { items } = await ask(context, listBrands, { account })
  const [brand] = items
  if (!brand) throw refusedPage('not_found')
  if (brand.account === account) return brand
  const parts = url.pathname.split('/')
  const path = parts.map((part) => (decodeURIComponent(part) === account ? brand.account : part))
  throw redirect(path.join('/') + url.search)
}
