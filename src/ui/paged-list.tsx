import type { ReactNode } from 'react'
import { EmptyPage } from './empty-page.tsx'
import { Pagination } from './pagination.tsx'

/** A page of a list, above the links to its other pages. */
export function PagedList(props: {
  /** The present page, from 0. */
  page: number
  /** The most entries of a page. */
  size: number
  shown: readonly unknown[]
  /** The entries of all pages. */
  total: number
  hrefOf: (page: number) => string
  /** Stands in for a list without entries. */
  empty: ReactNode
  /** The entries of the page; not rendered if there is none. */
  children: ReactNode
}) {
  const { page, size, shown, total, hrefOf, empty, children } = props
  const nothing = total > 0 ? <EmptyPage first={hrefOf(0)} /> : empty
  return (
    <>
      {shown.length > 0 ? children : nothing}
      <Pagination page={page} count={Math.ceil(total / size)} hrefOf={hrefOf} />
    </>
  )
}
