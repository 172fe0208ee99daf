import { Plural, Trans } from '@lingui/react/macro'
import { Gap } from '#src/ui/gap.tsx'
import type { Media } from '#src/ui/obi.tsx'
import { Tile } from '#src/ui/tile.tsx'
import type { TitleFields } from './title-form.shared.ts'

/** The tile of the title as the market will show it, with its numbers and royalty. */
export function TitlePreview(props: {
  fields: TitleFields
  brand: string | null
  media: Media
  poster: string | null
}) {
  const { fields, brand, media, poster } = props
  const { title, total_copies, start_serial_number, creator_royalty_rate, obi } = fields
  const copies = total_copies || 0
  const first = start_serial_number || 1
  const last = first + Math.max(copies, 1) - 1
  return (
    <>
      <p className="text-small text-ink-2">
        <Trans>This is how it will look</Trans>
      </p>
      <div className="max-w-[300px]">
        <Tile media={media} poster={poster} obi={{ colour: obi, of: copies, last, name: brand }} />
      </div>
      <p className="font-semibold wrap-anywhere">{title || <Trans>Your title</Trans>}</p>
      <p className="text-small text-ink-2">
        <Plural value={copies} one="# copy" other="# copies" />
        {', '}
        <Trans>
          No. {first} to {last}.
        </Trans>
        <Gap />
        {creator_royalty_rate > 0 && (
          <Trans>Of each resale, {creator_royalty_rate} % comes back to you.</Trans>
        )}
      </p>
    </>
  )
}
