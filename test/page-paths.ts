import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#src/routes.ts'

/** The paths of all pages, as `src/routes.ts` names them, without the start page. */
export const pagePaths = routes.flatMap((route) => pathsOf(route))

function pathsOf({ path, children = [] }: RouteConfigEntry, above = ''): string[] {
  const own = path ? [above + path] : []
  const below = path ? `${above}${path}/` : above
  return [...own, ...children.flatMap((child) => pathsOf(child, below))]
}
