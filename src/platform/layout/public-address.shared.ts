/** The path of a title's page. */
export const titlePath = (kid: string) => `/asset/${kid}`

/** The path of a title's embedded player, the only page that other sites may frame. */
export const embedPath = (kid: string) => `/embed${titlePath(kid)}`
export const isEmbedded = (pathname: string) => pathname.startsWith('/embed/')

/** The path of the newest titles as an Atom feed: of a brand, or of the whole marketplace. */
export const feedPath = (account?: string) =>
  account === undefined ? '/feed.atom' : `/brand/${account}/feed.atom`

/** The path that describes the embedded player of a page of a title (oembed.com). */
export const oembedPath = (address: string) => `/oembed?url=${encodeURIComponent(address)}`
