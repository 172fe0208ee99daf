import { latePart } from './lazy-part.tsx'

/** The metadata of a public page for robots and other sites. */
export const LazySocialTags = latePart(async () => (await import('./social-tags.tsx')).SocialTags)
