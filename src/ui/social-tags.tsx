import { useLingui } from '@lingui/react/macro'
import { useLocation, useRouteLoaderData, useSearchParams } from 'react-router'
import { isLocale, locales } from '#src/i18n/locale.ts'
import { type PictureSource, widestJpeg } from './picture.tsx'

/** The preview picture of pages without one of their own: the logo, in `public/share.jpg`. */
const SITE_PICTURE = { path: '/share.jpg', width: 1_200, height: 630 }
const SITE = 'Renban'

/** An object of schema.org. */
export type Thing = { '@type': string } & Record<string, unknown>

interface Props {
  /** The name of what the page shows. */
  title: string
  /** Without one, a sentence about the marketplace. */
  description?: string
  /** The page's canonical path, without parameters that only change the view; by default its path. */
  path?: string
  picture?: PictureSource | { path: string; width: number; height: number } | null | undefined
  /** The path of what the page is about, if it is not the page's own. */
  aboutPath?: string
  /** What the page is about. The first one gets the page's name, address, text and picture. */
  things?: readonly Thing[]
  /** The pages above this one, outermost first. */
  trail?: readonly { name: string; path: string }[]
}

/**
 * The metadata of a public page for robots and other sites: its canonical address, its addresses in
 * the other languages, Open Graph (ogp.me), X's cards and linked data (schema.org).
 */
export function SocialTags({ title, description: text, picture, things = [], ...props }: Props) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const { path = pathname, aboutPath = path, trail } = props
  const { publicUrl } = useRouteLoaderData<{ publicUrl: string }>('root')!
  const own = picture && ('path' in picture ? picture : widestJpeg(picture))
  const image = own ?? SITE_PICTURE
  const url = publicUrl + path
  const canonical = useInOwnLanguage(url)
  const description = text || t`Numbered copies of films, music and pictures.`
  /** Returns the linked data, which robots read on the server's page: browsers do not make it anew. */
  function linkedData() {
    const [first, ...others] = things
    const facts = first && {
      name: title,
      url: publicUrl + aboutPath,
      description: text || undefined,
      image: own ? publicUrl + own.path : undefined,
      ...first,
    }
    const crumbs = trail && breadcrumbs([...trail, { name: title, path }], publicUrl)
    const graph = [facts, ...others, crumbs].filter((thing) => thing !== undefined)
    return scriptOf({ '@context': 'https://schema.org', '@graph': graph })
  }
  return (
    <>
      <link rel="canonical" href={canonical} />
      <link rel="alternate" hrefLang="x-default" href={url} />
      {locales.map((locale) => (
        <link key={locale} rel="alternate" hrefLang={locale} href={inLanguage(url, locale)} />
      ))}
      <meta name="description" content={description} />
      <meta property="og:site_name" content={SITE} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={canonical} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={publicUrl + image.path} />
      <meta property="og:image:width" content={String(image.width)} />
      <meta property="og:image:height" content={String(image.height)} />
      <meta property="og:image:alt" content={own ? title : SITE} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image:alt" content={own ? title : SITE} />
      {(things.length > 0 || trail) && (
        <script
          key={path} // another page's would stay
          type="application/ld+json"
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? linkedData() : '' }}
        />
      )}
    </>
  )
}

/** Returns the address with the language that the page's own address names, if any. */
function useInOwnLanguage(url: string): string {
  const [search] = useSearchParams()
  const lang = search.get('lang') ?? ''
  return isLocale(lang) ? inLanguage(url, lang) : url
}

const inLanguage = (url: string, lang: string) =>
  `${url}${url.includes('?') ? '&' : '?'}lang=${lang}`

/** Returns the way to a page as https://schema.org/BreadcrumbList. */
const breadcrumbs = (trail: readonly { name: string; path: string }[], publicUrl: string) => ({
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ name, path }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: publicUrl + path,
  })),
})

/** Serializes JSON for a `script` element, escaping `<` so that no `</script>` can end it. */
const scriptOf = (facts: object) => JSON.stringify(facts).replaceAll('<', String.raw`\u003c`)
