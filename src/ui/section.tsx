import { type ReactNode, useId } from 'react'

/** A sheet of paper on the page: heading, a sentence if it needs one, and what it is about. */
export function Section(props: {
  title: ReactNode
  hint?: ReactNode
  /** Stands at the end of the heading's line. */
  aside?: ReactNode
  children: ReactNode
}) {
  const { title, hint, aside, children } = props
  const id = useId()
  return (
    <section aria-labelledby={id} className="panel grid gap-5 p-5 sm:p-6">
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 id={id} className="text-h2">
            {title}
          </h2>
          {aside}
        </div>
        {hint && <p className="mt-1.5 max-w-[66ch] text-small text-ink-2">{hint}</p>}
      </div>
      {children}
    </section>
  )
}

/** Cards under a heading; where there is nothing in it, it is not there. */
export function CardSection(props: {
  title: ReactNode
  of: { items: readonly unknown[] }
  children: ReactNode
}) {
  const id = useId()
  if (props.of.items.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-h2">
        {props.title}
      </h2>
      {props.children}
    </section>
  )
}
