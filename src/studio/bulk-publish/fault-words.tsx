import { Trans } from '@lingui/react/macro'
import type { Fault } from './faults.shared.ts'

/** A fault as a sentence, shown beside its field. */
export function FaultWords({ fault: { field, code, names } }: { fault: Fault }) {
  if (code === 'absent') return <Trans>{names} is not among the files.</Trans>
  if (code === 'empty') return <Trans>{names} is empty or cannot be read.</Trans>
  if (code === 'kind')
    return field === 'poster' ? (
      <Trans>{names} is no picture.</Trans>
    ) : (
      <Trans>{names} is not a kind of file that fits here.</Trans>
    )
  if (code === 'missing') return <Trans>Still missing.</Trans>
  if (field === 'brand_id') return <Trans>You have no brand {names}.</Trans>
  if (field === 'title') return <Trans>A title has at most 120 letters.</Trans>
  return <Trans>{names} does not fit here.</Trans>
}

/** The name of a field. */
export function FieldWord({ field }: { field: Fault['field'] }) {
  if (field === 'title') return <Trans>Title</Trans>
  if (field === 'description') return <Trans>Description</Trans>
  if (field === 'brand_id') return <Trans>Brand</Trans>
  if (field === 'total_copies') return <Trans>Number of copies</Trans>
  if (field === 'start_serial_number') return <Trans>First number</Trans>
  if (field === 'creator_royalty_rate') return <Trans>Royalty on resale, %</Trans>
  if (field === 'rental_creator_royalty_rate') return <Trans>Royalty on rent, %</Trans>
  if (field === 'min_sellable_price') return <Trans>Lowest price, ¥</Trans>
  if (field === 'sale_starting_at') return <Trans>Begins</Trans>
  if (field === 'sale_ending_at') return <Trans>Ends</Trans>
  if (field === 'holding_limit') return <Trans>Limit per person</Trans>
  if (field === 'poster') return <Trans>Poster</Trans>
  if (field === 'trailer') return <Trans>Trailer</Trans>
  if (field === 'subtitles') return <Trans>Subtitles</Trans>
  return <Trans>The work</Trans>
}
