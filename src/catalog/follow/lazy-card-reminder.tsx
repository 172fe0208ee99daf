import { lazyPart } from '#src/ui/lazy-part.tsx'

/** The reminder on the card of a title to come, whose code is loaded when it is shown. */
export const LazyCardReminder = lazyPart(
  'card-reminder',
  async () => (await import('./card-reminder.tsx')).CardReminder,
  { isSeenFirst: true },
)
