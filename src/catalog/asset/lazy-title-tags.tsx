import { latePart } from '#src/ui/lazy-part.tsx'

/** The tags by which robots and other sites know a title. */
export const LazyTitleTags = latePart(async () => (await import('./title-tags.tsx')).TitleTags)
