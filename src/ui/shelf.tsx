import { Link } from 'react-router'
import { type Media, Obi, type ObiProps } from './obi.tsx'

export interface Spine {
  to: string
  /** The text for screen readers: "Last Train to Nemuro, No. 7 of 100". */
  label: string
  media: Media
  obi: ObiProps
}

const heights: Record<Media, string> = {
  video: 'h-65',
  image: 'h-59',
  audio: 'h-54',
  unknown: 'h-59',
}

/** A collection as spines side by side on a shelf; it scrolls sideways. */
export function Shelf({ label, spines }: { label: string; spines: readonly Spine[] }) {
  return (
    <section aria-label={label} className="overflow-x-auto pt-1">
      <ul className="flex w-max min-w-full items-end gap-0.5 border-b-[9px] border-well">
        {spines.map(({ to, label: spineLabel, media, obi }) => (
          <li key={to}>
            <Link
              to={to}
              className={`relative grid ${heights[media]} no-underline transition-transform hover:-translate-y-1 focus-visible:-outline-offset-3`}
            >
              <span className="sr-only">{spineLabel}</span>
              <Obi {...obi} size="spine" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
