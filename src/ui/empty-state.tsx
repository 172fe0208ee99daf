import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { NumberSign } from './number-sign.tsx'
import { takeFocus } from './take-focus.tsx'

/**
 * A panel for an empty list or a failure: a title, an explanation and a way on. The strip at its
 * edge is an empty obi, or crimson with a warning sign for a failure.
 */
export function EmptyState(props: {
  title: ReactNode
  tone?: 'empty' | 'failed'
  /** True if the panel is the whole page: its title becomes the page's `h1`. */
  whole?: boolean
  /** True if the panel replaces what the reader pressed: its title takes the focus. */
  takesFocus?: boolean
  actions?: ReactNode
  children?: ReactNode
}) {
  const { title, tone = 'empty', whole, takesFocus, actions, children } = props
  const Heading = whole ? 'h1' : 'h2'
  const isFailed = tone === 'failed'
  return (
    <section role={isFailed ? 'alert' : undefined} className="panel grid grid-cols-[auto_1fr]">
      <div
        aria-hidden
        className={`flex w-14 flex-col items-center gap-2 p-4 sm:w-[72px] ${isFailed ? 'bg-bad-wash text-bad' : 'text-ink-3 shadow-[inset_0_0_0_1px_var(--color-line-2)]'}`}
      >
        {isFailed ? (
          <Icon name="warning" className="mt-auto" />
        ) : (
          <>
            <span className="text-least font-semibold">
              <NumberSign />
            </span>
            <span className="number text-[2.25rem]">—</span>
          </>
        )}
      </div>
      <div className="p-5 sm:p-6">
        <Heading
          ref={takesFocus ? takeFocus : undefined}
          tabIndex={takesFocus ? -1 : undefined}
          className="text-h2"
        >
          {title}
        </Heading>
        {children && <div className="mt-1.5 max-w-[66ch] text-ink-2">{children}</div>}
        {actions && <div className="mt-4.5 flex flex-wrap gap-3">{actions}</div>}
      </div>
    </section>
  )
}
