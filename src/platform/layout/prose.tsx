import { useLingui } from '@lingui/react/macro'
import { Fragment, type ReactNode } from 'react'
import { SocialTags } from '#src/ui/social-tags.tsx'

/** A page of running text: one column, a heading for each section, short paragraphs. */
export function Prose(props: {
  title: string
  /** The first paragraph, a size larger. */
  lead?: ReactNode
  /** A heading with an id is the target of a link. */
  sections: readonly (readonly [
    heading: string | { id: string; title: string },
    ...paragraphs: ReactNode[],
  ])[]
  children?: ReactNode
}) {
  const { title, lead, sections, children } = props
  const { t } = useLingui()
  return (
    <article className="wrap py-10 sm:py-14">
      <title>{t`${title} · Renban`}</title>
      <SocialTags title={title} {...(typeof lead === 'string' && { description: lead })} />
      <div className="mx-auto max-w-[680px]">
        <h1 className="text-d1">{title}</h1>
        {lead && <p className="mt-5 text-h2 leading-(--leading-run) font-normal">{lead}</p>}
        <div className="markdown mt-9">
          {sections.map(([heading, ...paragraphs]) => {
            const { id, title: name } =
              typeof heading === 'string' ? { id: undefined, title: heading } : heading
            return (
              <Fragment key={name}>
                <h2 id={id} className={id && 'scroll-mt-4'}>
                  {name}
                </h2>
                {paragraphs.map((paragraph, i) => (
                  <p key={i}>{paragraph}</p>
                ))}
              </Fragment>
            )
          })}
        </div>
        {children && <div className="mt-9">{children}</div>}
      </div>
    </article>
  )
}
