import { type ReactNode, useId } from 'react'

/** A panel on the page with a heading and an optional hint. */
export function Section(props: {
  title: ReactNode
  hint?: ReactNode
  /** The content at the end of the heading's line. */
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

/** A part of a page with a heading, without a panel. */
export function PageSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-h2">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Cards under a heading; renders nothing for an empty list. */
export function CardSection(props: {
  title: ReactNode
  /** The content at the end of the heading's line. */
  aside?: ReactNode
  of: { items: readonly unknown[] }
  children: ReactNode
}) {
  const id = useId()
  if (props.of.items.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-h2">
          {props.title}
        </h2>
        {props.aside}
      </div>
      {props.children}
    </section>
  )
}
