import type { ReactNode } from 'react'
import { PagedList, type PagedListProps } from './paged-list.tsx'

/** Lists records as cards, one page at a time, or says that there are none. */
export function CardList<T extends { id: string }>(
  props: PagedListProps<T> & {
    /** Returns the card of one record. */
    children: (item: T) => ReactNode
  },
) {
  const { of, children } = props
  return (
    <div className="grid grid-cols-1 gap-12">
      <PagedList {...props}>
        <ul className="grid gap-5">
          {of.items.map((item) => (
            <li key={item.id}>{children(item)}</li>
          ))}
        </ul>
      </PagedList>
    </div>
  )
}
