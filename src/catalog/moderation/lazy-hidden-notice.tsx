import { type ComponentProps, lazy, Suspense } from 'react'
import type { HiddenNotice } from './hidden-notice.tsx'

const Notice = lazy(() =>
  import('./hidden-notice.tsx').then(({ HiddenNotice: notice }) => ({ default: notice })),
)

/** The notice of a hidden title or brand, whose code is loaded when it is shown. */
export function LazyHiddenNotice(props: ComponentProps<typeof HiddenNotice>) {
  return (
    <Suspense>
      <Notice {...props} />
    </Suspense>
  )
}
