import { latePart } from './lazy-part.tsx'

/** Shares a page's address. */
export const LazyShareButton = latePart(
  async () => (await import('./share-button.tsx')).ShareButton,
)
