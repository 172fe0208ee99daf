/** Returns the query that shows a page as a guest sees it, if the route pattern is that of a preview. */
export const previewQuery = (pattern: string) =>
  pattern.endsWith('/preview') ? ({ as: 'guest' } as const) : {}
