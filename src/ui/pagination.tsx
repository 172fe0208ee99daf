import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Icon, type IconName } from './icon.tsx'

const PAGE_MAX = 100_000

/** Returns the page in `?page=`, counted from 0; anything but a number is page 0. */
export const pageFromSearch = (search: URLSearchParams, name = 'page'): number =>
  Math.min(PAGE_MAX, Math.max(0, Math.trunc(Number(search.get(name))) || 0))

/** Returns the address of another page of one of several lists, and the same page of the others. */
export function pageAddress(search: URLSearchParams, name: string, page: number): string {
  const next = new URLSearchParams(search)
  next.set(name, String(page))
  return `?${next.toString()}`
}

/** Links to the first, last and neighbouring pages of a long list. Pages count from 0. */
export function Pagination(props: {
  page: number
  count: number
  hrefOf: (page: number) => string
  /** Set for a list that has others above it, so that the page does not scroll to its top. */
  isBelow?: boolean
}) {
  const { page, count, hrefOf, isBelow = false } = props
  const { t } = useLingui()
  if (count < 2) return null
  /** Links to a page. Before the first one and after the last it does nothing, but keeps the focus. */
  const step = (to: number, label: string, icon: IconName) => {
    const isEnd = to < 0 || to >= count
    return (
      <Link
        to={hrefOf(isEnd ? page : to)}
        preventScrollReset={isBelow}
        aria-disabled={isEnd}
        onClick={(event) => isEnd && event.preventDefault()}
        aria-label={label}
        title={label}
        className="icon-button"
      >
        <Icon name={icon} />
      </Link>
    )
  }
  return (
    <nav aria-label={t`Pages`} className="flex flex-wrap items-center justify-center gap-1">
      {step(page - 1, t`Previous page`, 'back')}
      {shownPages(page, count).map((one, i, all) => (
        <span key={one} className="contents">
          {i > 0 && one - all[i - 1]! > 1 && (
            <span aria-hidden className="px-1 text-ink-3">
              …
            </span>
          )}
          <Link
            to={hrefOf(one)}
            preventScrollReset={isBelow}
            aria-label={t`Page ${one + 1}`}
            aria-current={one === page ? 'page' : undefined}
            className="amount grid size-11 place-items-center rounded-sm text-label no-underline hover:bg-well aria-[current]:bg-ink aria-[current]:text-paper forced-colors:aria-[current]:bg-[Highlight] forced-colors:aria-[current]:text-[HighlightText] forced-colors:aria-[current]:forced-color-adjust-none"
          >
            {one + 1}
          </Link>
        </span>
      ))}
      {step(page + 1, t`Next page`, 'forward')}
    </nav>
  )
}

/** Returns the first page, the last one, the current one and its neighbours. */
function shownPages(page: number, count: number): number[] {
  const wanted = [0, page - 1, page, page + 1, count - 1]
  return [...new Set(wanted)].filter((one) => one >= 0 && one < count).toSorted((a, b) => a - b)
}
