import { useRouteLoaderData } from 'react-router'
import { type PictureSource, widestJpeg } from './picture.tsx'

/** The preview picture of pages without one of their own: the logo, in `public/share.jpg`. */
const SITE_PICTURE = { path: '/share.jpg', width: 1_200, height: 630 }

/**
 * The metadata of a page for other sites: Open Graph (ogp.me), X's cards, the canonical address and
 * linked data (schema.org).
 */
export function SocialTags(props: {
  title: string
  description: string
  /** The page's canonical path, without parameters that only change the view. */
  path: string
  picture: PictureSource | { path: string; width: number; height: number } | null | undefined
  /** The subject of the page as a schema.org object. */
  thing: { '@type': string } & Record<string, unknown>
}) {
  const { title, description, path, picture, thing } = props
  const { publicUrl } = useRouteLoaderData<{ publicUrl: string }>('root')!
  const own = picture && ('path' in picture ? picture : widestJpeg(picture))
  const image = own ?? SITE_PICTURE
  const url = publicUrl + path
  const facts = {
    '@context': 'https://schema.org',
    name: title,
    url,
    description: description || undefined,
    image: own ? publicUrl + own.path : undefined,
    ...thing,
  }
  return (
    <>
      <link rel="canonical" href={url} />
      {description !== '' && <meta name="description" content={description} />}
      <meta property="og:site_name" content="Renban" />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={url} />
      <meta property="og:title" content={title} />
      {description !== '' && <meta property="og:description" content={description} />}
      <meta property="og:image" content={publicUrl + image.path} />
      <meta property="og:image:width" content={String(image.width)} />
      <meta property="og:image:height" content={String(image.height)} />
      <meta name="twitter:card" content="summary_large_image" />
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptOf(facts) }} />
    </>
  )
}

/** Serializes JSON for a `script` element, escaping `<` so that no `</script>` can end it. */
const scriptOf = (facts: object) => JSON.stringify(facts).replaceAll('<', String.raw`\u003c`)
