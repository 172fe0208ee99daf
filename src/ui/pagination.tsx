import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Icon, type IconName } from './icon.tsx'

const PAGE_MAX = 100_000

/** Returns the page in `?page=`, counted from 0; anything but a number is page 0. */
export const pageFromSearch = (search: URLSearchParams): number =>
  Math.min(PAGE_MAX, Math.max(0, Math.trunc(Number(search.get('page'))) || 0))

/** Links to the first, last and neighbouring pages of a long list. Pages count from 0. */
export function Pagination(props: {
  page: number
  count: number
  hrefOf: (page: number) => string
}) {
  const { page, count, hrefOf } = props
  const { t } = useLingui()
  if (count < 2) return null
  /** Links to a page. Before the first one and after the last it does nothing, but keeps the focus. */
  const step = (to: number, label: string, icon: IconName) => {
    const isEnd = to < 0 || to >= count
    return (
      <Link
        to={hrefOf(isEnd ? page : to)}
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
            aria-label={t`Page ${one + 1}`}
            aria-current={one === page ? 'page' : undefined}
            className="amount grid size-11 place-items-center rounded-sm text-label no-underline hover:bg-well aria-[current]:bg-ink aria-[current]:text-paper"
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
