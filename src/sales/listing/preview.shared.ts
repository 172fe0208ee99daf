/** As a preview the same pages ask for what a guest sees; `pattern` is that of the page's address. */
export const eyesOf = (pattern: string) =>
  pattern.endsWith('/preview') ? ({ as: 'guest' } as const) : {}
