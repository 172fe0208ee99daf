import type { ReactNode } from 'react'
import { EmptyPage } from './empty-page.tsx'
import { Pagination } from './pagination.tsx'

export interface PagedListProps<T = unknown> {
  /** A page's items, the number of items on all pages, the page from 0, and the most items of one. */
  of: { items: readonly T[]; total: number; page: number; rows: number }
  /** Stands in place of the items if there are none on any page. */
  empty: ReactNode
  /** Returns the link of another page; `?page=` by default. */
  hrefOf?: (page: number) => string
  /** Set for a list that has others above it, so that the page does not scroll to its top. */
  isBelow?: boolean
}

/** Shows the items of a page with links to the other pages, or says that the page or the list is empty. */
export function PagedList(props: PagedListProps & { children: ReactNode }) {
  const { of, empty, hrefOf = plainHref, isBelow, children } = props
  const { items, total, page, rows } = of
  return (
    <>
      {items.length > 0 ? children : total > 0 ? <EmptyPage first={hrefOf(0)} /> : empty}
      <Pagination page={page} count={Math.ceil(total / rows)} hrefOf={hrefOf} isBelow={isBelow} />
    </>
  )
}

const plainHref = (page: number) => (page === 0 ? '?' : `?page=${page}`)
