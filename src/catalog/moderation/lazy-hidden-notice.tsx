import { lazyPart } from '#src/ui/lazy-part.tsx'

/** The notice of a hidden title or brand, whose code is loaded when it is shown. */
export const LazyHiddenNotice = lazyPart(
  'hidden-notice',
  async () => (await import('./hidden-notice.tsx')).HiddenNotice,
)
