import type { ReactNode } from 'react'

/** A row of a short list of things with a name, what there is to know of them, and one action. */
export function ListRow(props: {
  name: ReactNode
  about: ReactNode
  action: ReactNode
  children?: ReactNode
}) {
  const { name, about, action, children } = props
  return (
    <li className="grid gap-3 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <strong className="font-semibold wrap-anywhere">{name}</strong>
          {about}
        </div>
        {action}
      </div>
      {children}
    </li>
  )
}
