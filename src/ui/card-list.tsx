import type { ReactNode } from 'react'
import { EmptyPage } from './empty-page.tsx'
import { Pagination } from './pagination.tsx'

/** Lists records as cards, one page at a time, or says that there are none. */
export function CardList<T extends { id: string }>(props: {
  items: readonly T[]
  /** Returns the card of one record. */
  children: (item: T) => ReactNode
  /** Stands in place of the cards if there are none on any page. */
  empty: ReactNode
  /** The number of pages and the present one, from 0. */
  pages: { count: number; current: number; hrefOf: (page: number) => string }
}) {
  const { items, children, empty, pages } = props
  return (
    <>
      {items.length === 0 ? (
        pages.count > 0 ? (
          <EmptyPage first={pages.hrefOf(0)} />
        ) : (
          empty
        )
      ) : (
        <ul className="grid gap-5">
          {items.map((item) => (
            <li key={item.id}>{children(item)}</li>
          ))}
        </ul>
      )}
      <div className="mt-12">
        <Pagination page={pages.current} count={pages.count} hrefOf={pages.hrefOf} />
      </div>
    </>
  )
}
