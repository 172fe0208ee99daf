import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { FieldFault, FieldLabel, NumberFault } from '#src/catalog/asset/title-fields.tsx'
import { SubtitleFault } from '#src/studio/publish/subtitle-preview.tsx'
import { SameLanguage } from '#src/studio/publish/subtitle-row.tsx'
import type { Fault } from './faults.shared.ts'
import { isClock } from './rows.shared.ts'

/** A message and what it is about, with the colon of the reader's language. */
export const Labelled = ({ label, message }: { label: ReactNode; message: ReactNode }) => (
  <Trans>
    {label}: {message}
  </Trans>
)

/** A fault as a sentence, shown beside its field. */
export function FaultWords({ fault }: { fault: Fault }) {
  const { field, code, names, vttFault, bounds } = fault
  if (code === 'absent') return <Trans>{names} is not among the chosen files.</Trans>
  if (code === 'empty') return <Trans>{names} is empty or cannot be read.</Trans>
  if (code === 'twice') return <SameLanguage language={names} />
  if (code === 'broken')
    return <Labelled label={names} message={<SubtitleFault fault={vttFault} />} />
  if (code === 'kind')
    return field === 'poster' ? (
      <Trans>{names} is not a picture.</Trans>
    ) : (
      <Trans>{names} is not a supported type of file here.</Trans>
    )
  if (code === 'missing' && field === 'brand_id')
    return <Trans>Choose a brand, or clear the price to list later.</Trans>
  if (code === 'missing') return <Trans>Required.</Trans>
  if (field === 'brand_id') return <Trans>You have no brand called {names}.</Trans>
  if (field === 'title') return <Trans>Enter a title of at most 120 characters.</Trans>
  if (bounds) return <NumberFault bounds={bounds} />
  if (field === 'sale_starting_at' || field === 'sale_ending_at')
    return isClock(names) ? <FieldFault name={field} /> : <Trans>Write 2030-02-01 21:00.</Trans>
  return <Trans>{names} is not valid here.</Trans>
}

/** The name of a field or file. */
export function FieldWord({ field }: { field: Fault['field'] }) {
  if (field === 'poster') return <Trans>Poster</Trans>
  if (field === 'trailer') return <Trans>Trailer</Trans>
  if (field === 'subtitles') return <Trans>Subtitles</Trans>
  if (field === 'asset') return <Trans>The work</Trans>
  return <FieldLabel name={field} />
}
