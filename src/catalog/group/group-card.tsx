import { Plural } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CardLine } from '#src/ui/card.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { SaleTimes } from './group-sale.tsx'
import type { Group } from './group.shared.ts'

/** Lays out groups in one column on a phone, two from 640 px, three from 1,024 px. */
export function GroupGrid({ children }: { children: ReactNode }) {
  return (
    <ul className="grid gap-x-5 gap-y-8 sm:grid-cols-2 lg:grid-cols-3 lg:gap-x-7 lg:gap-y-11">
      {children}
    </ul>
  )
}

/** Returns a group's cover, or else its first poster. */
export const pictureOf = ({ cover_picture, poster }: Group) => cover_picture ?? poster

/** Shows a group's picture, name, number of titles and sale times. */
export function GroupCard(props: { group: Group; now: string; eager?: boolean }) {
  const { group, now, eager } = props
  const { encrypted_id, name, sorted_contents } = group
  const source = pictureOf(group)
  return (
    <li className="card relative grid content-start gap-3" data-link="">
      <div className="relative aspect-[3/2] overflow-hidden rounded-sm bg-well [&>.picture]:h-full">
        {source ? (
          <Picture
            source={source}
            alt=""
            sizes="(width < 40rem) 100vw, (width < 64rem) 50vw, 400px"
            eager={eager}
          />
        ) : (
          <span
            aria-hidden
            className="number grid size-full place-items-center text-[4rem] text-ink-3"
          >
            {sorted_contents.length}
          </span>
        )}
      </div>
      <div className="min-w-0">
        <h3 className="text-body leading-[1.3] font-semibold wrap-anywhere">
          <Link to={`/group/${encrypted_id}`} className="card-link no-underline" prefetch="intent">
            <bdi>{name}</bdi>
          </Link>
        </h3>
        <CardLine>
          <Plural value={sorted_contents.length} one="# title" other="# titles" />
        </CardLine>
        <CardLine>
          <SaleTimes group={group} now={now} />
        </CardLine>
      </div>
    </li>
  )
}
