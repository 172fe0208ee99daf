import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { saleMomentsOf } from '#src/catalog/asset/sale-times.tsx'
import { Card, CardLine } from '#src/ui/card.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { Money } from '#src/ui/money.tsx'
import type { Media } from '#src/ui/obi.tsx'
import type { TitleFields } from './title-form.shared.ts'

/** The title as the marketplace will show it, and its numbers. */
export function TitlePreview(props: {
  fields: TitleFields
  brand: string | null
  media: Media
  poster: string | null
}) {
  const { fields, brand, media, poster } = props
  const { t } = useLingui()
  const { title, total_copies, start_serial_number, obi } = fields
  const copies = total_copies || 0
  const first = start_serial_number || 1
  const last = first + Math.max(copies, 1) - 1
  return (
    <>
      <p className="text-small text-ink-2">
        <Trans>Preview in the marketplace</Trans>
      </p>
      <ul className="max-w-[300px]">
        <Card
          title={title || t`Your title`}
          brand={brand === null ? null : { name: brand, is_verified: false }}
          media={media}
          poster={poster}
          obi={{ colour: obi, of: copies, last, name: brand }}
        >
          <Offer fields={fields} />
        </Card>
      </ul>
      <p className="text-small text-ink-2">
        <Plural value={copies} one="# copy" other="# copies" />
        {' · '}
        <Trans>
          No. {first} to {last}
        </Trans>
      </p>
      {media === 'video' && !poster && (
        <p className="text-small text-ink-2">
          <Trans>The picture will be a frame from the film.</Trans>
        </p>
      )}
    </>
  )
}

/** The price and the start of the sale. */
function Offer({ fields }: { fields: TitleFields }) {
  const { list_at_once, sale_price } = fields
  const { sale_starting_at } = saleMomentsOf(fields)
  if (!list_at_once)
    return (
      <CardLine>
        <Trans>Nothing for sale right now</Trans>
      </CardLine>
    )
  return (
    <>
      {Number.isInteger(sale_price) && (
        <CardLine strong>
          <Money yen={sale_price!} />
        </CardLine>
      )}
      {sale_starting_at !== null && (
        <CardLine icon="clock">
          <Trans>
            Opens on <DateTime at={sale_starting_at} />
          </Trans>
        </CardLine>
      )}
    </>
  )
}
