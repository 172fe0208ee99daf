import type { ReactNode } from 'react'
import { Markdown } from './markdown.tsx'
import { Picture, type PictureSource } from './picture.tsx'

/** The head of a page: a picture across the page, then name, description and actions. */
export function PageHero(props: {
  picture: PictureSource | null
  /** A link above the name to the page's parent. */
  above?: ReactNode
  name: ReactNode
  /** The description, rendered from Markdown. */
  descriptionHtml: string
  /** The language of name and description, if known. */
  lang?: string
  actions?: ReactNode
  children?: ReactNode
}) {
  const { picture, above, name, descriptionHtml, lang, actions, children } = props
  return (
    <>
      {picture && (
        <div className="relative h-[clamp(220px,34vw,440px)] [&>.picture]:h-full">
          <Picture source={picture} alt="" sizes="100vw" eager />
        </div>
      )}
      <div className="wrap pt-7 sm:pt-9">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 sm:flex-nowrap">
          <div className="min-w-0">
            {above && <p className="mb-1.5 text-small">{above}</p>}
            <h1 className="text-d1 wrap-anywhere" lang={lang}>
              {name}
            </h1>
            {descriptionHtml !== '' && (
              <div className="mt-2 max-w-[66ch] text-ink-2">
                <Markdown html={descriptionHtml} lang={lang} />
              </div>
            )}
            {children}
          </div>
          <div className="flex flex-wrap gap-3 sm:shrink-0">{actions}</div>
        </div>
      </div>
    </>
  )
}
