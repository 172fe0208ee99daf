import type { ReactNode } from 'react'
import { Picture } from '#src/ui/picture.tsx'
import type { Asset } from './asset.shared.ts'

/** Shows a title's poster and name in one line, with an optional note under the name. */
export function TitleLine(props: {
  title: { title: ReactNode; poster: Asset['poster'] }
  note?: ReactNode
}) {
  const { title: work, note } = props
  const { poster, title } = work
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <span className="relative aspect-[4/5] w-9 flex-none overflow-hidden rounded-sm bg-well [&>.picture]:h-full">
        {poster && <Picture source={poster} alt="" sizes="36px" />}
      </span>
      <span className="min-w-0 wrap-anywhere">
        <bdi className="font-semibold">{title}</bdi>
        {note && <span className="block text-small text-ink-2">{note}</span>}
      </span>
    </span>
  )
}
