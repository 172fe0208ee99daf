import { matchRoutes } from 'react-router'
import { pagePaths } from './page-paths.ts'

/** The routes of all pages, as `src/routes.ts` names them. */
export const routePaths = ['/', ...pagePaths]
const patterns = routePaths.map((path) => ({ path }))

/**
 * Follows links and forms from the `start`, at most `perRoute` addresses of each route. Returns the
 * routes, an address of each page, the addresses whose page does not exist or is refused, and what
 * `faultsOf` finds in each page. A guest, who has no `token`, may be asked to sign in.
 */
export async function crawl(
  url: string,
  token: string | undefined,
  { start = ['/'], perRoute = 8, faultsOf = (_html: string): string[] => [] } = {},
) {
  const headers = { 'accept-language': 'en', ...(token && { authorization: `Bearer ${token}` }) }
  const reached = new Set<string>()
  const refused: string[] = []
  const faults: string[] = []
  const known = new Set(start)
  const visits = new Map<string, number>()
  const visited = new Map<string, string>()
  // Addresses that are added to a set during its iteration are visited, too.
  for (const address of known) {
    const { pathname } = new URL(address, url)
    const route = routeOf(pathname) ?? pathname
    const visit = (visits.get(route) ?? 0) + 1
    visits.set(route, visit)
    if (visit > perRoute) continue
    const response = await fetch(url + address, { headers })
    const html = await response.text()
    if (response.status === 401 && !token) continue
    // A film without file is refused as 409: the page exists.
    if (!response.ok && response.status !== 409) refused.push(`${response.status} ${address}`)
    reached.add(route)
    faults.push(...faultsOf(html).map((fault) => `${address}: ${fault}`))
    if (!/^\/(api|dev)\/|\.\w+$/.test(pathname) && !visited.has(route)) visited.set(route, address)
    for (const [, name, value = ''] of html.matchAll(
      /<(?:a|form)\s[^>]*?(href|action)="([^"]*)"/g,
    )) {
      const to = new URL(value.replaceAll('&amp;', '&'), url + address)
      if (to.origin !== url) continue
      if (name === 'href') known.add(to.pathname + to.search)
      else reached.add(routeOf(to.pathname) ?? to.pathname)
    }
  }
  return { reached, refused, visited, faults }
}

/** Returns the path of an address' route; undefined outside the pages. */
function routeOf(pathname: string): string | undefined {
  if (/^\/(api|dev)\//.test(pathname)) return undefined
  return matchRoutes(patterns, pathname)?.[0]?.route.path
}
