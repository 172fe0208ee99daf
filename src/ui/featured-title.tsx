import type { ReactNode } from 'react'
import { Obi, type ObiProps } from './obi.tsx'
import { Picture, type PictureSource } from './picture.tsx'

/**
 * The featured title of the marketplace: a wide obi, a wide picture and a panel for the `children`.
 */
export function FeaturedTitle(props: {
  obi: ObiProps
  picture: PictureSource
  alt: string
  children: ReactNode
}) {
  const { obi, picture, alt, children } = props
  return (
    <section className="panel grid overflow-hidden lg:grid-cols-[minmax(0,1fr)_384px]">
      <div className="grid aspect-[4/3] grid-cols-[auto_minmax(0,1fr)] lg:aspect-auto lg:min-h-[468px]">
        <Obi {...obi} size="drop" />
        <div className="relative [&>.picture]:absolute [&>.picture]:inset-0">
          <Picture
            source={picture}
            alt={alt}
            sizes="(width < 64rem) calc(100vw - 64px), 800px"
            eager
          />
        </div>
      </div>
      <div className="flex flex-col gap-4 px-4 py-6 lg:px-8 lg:py-7">{children}</div>
    </section>
  )
}
