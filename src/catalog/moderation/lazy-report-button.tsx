import { latePart } from '#src/ui/lazy-part.tsx'

/** A quiet link that reports something. */
export const LazyReportButton = latePart(
  async () => (await import('./report-button.tsx')).ReportButton,
)
