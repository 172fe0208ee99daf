import type { ReactNode } from 'react'

/**
 * Renders the frame of a page with one list: heading, the list's main action and the list. An empty
 * list has its action in its empty state, so `action` is left out of the heading then.
 */
export function ListPage(props: {
  /** The title of the browser tab. */
  title: string
  heading: ReactNode
  action: ReactNode
  isEmpty: boolean
  /** Dialogs of the page. */
  dialog?: ReactNode
  children: ReactNode
}) {
  const { title, heading, action, isEmpty, dialog, children } = props
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <title>{title}</title>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-h1">{heading}</h1>
        {!isEmpty && action}
      </div>
      <div className="grid grid-cols-1 gap-6">{children}</div>
      {dialog}
    </div>
  )
}
