import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { asset, brandFacts } from '#src/catalog/asset/asset.shared.ts'
import { picture } from '#src/platform/pictures/picture.shared.ts'

export const SUGGESTIONS_MAX = { titles: 6, brands: 3 }

/**
 * Suggests what a search text may mean while it is typed: titles of the marketplace, by their own name,
 * brand's name or creator's, and brands. Names that begin with the text come first.
 */
export const listSuggestions = endpoint('GET', '/suggestions', {
  query: z.strictObject({ q: z.string().trim().min(1).max(80) }),
  reply: z.strictObject({
    titles: z.array(
      asset.pick({ kid: true, title: true, brand: true, poster: true }).extend({
        number: z.int().nullable(), // if the text ends with the number of one of its copies
      }),
    ),
    brands: z.array(brandFacts.extend({ owner_username: z.string(), picture: picture.nullable() })),
  }),
})
