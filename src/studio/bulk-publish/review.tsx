import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import type { Brand } from '#src/catalog/brand/brand.shared.ts'
import { saleTerms } from '#src/studio/publish/title-form.shared.ts'
import { SaleDetails } from '#src/studio/publish/terms-fields.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'
import { useToast } from '#src/ui/toast.tsx'
import { BrandCell, Cell } from './cell.tsx'
import { FilesCell } from './files-cell.tsx'
import type { Fault } from './faults.shared.ts'
import { type Cells, longTexts, numberFields } from './rows.shared.ts'
import { LineWord } from './list-faults.tsx'
import type { Changes, ReviewedTitle, BulkPublish } from './bulk-publish.tsx'

/** The titles to be uploaded, editable before the upload starts. */
export function Review({ bulk, brands }: { bulk: BulkPublish; brands: readonly Brand[] }) {
  const { reviewed, changes } = bulk
  return (
    <section aria-labelledby="review" className="panel">
      <h2 id="review" className="px-5 py-5 text-h2 sm:px-6">
        <Plural value={reviewed.length} one="# title" other="# titles" />
      </h2>
      <ol>
        {reviewed.map((one) => (
          <TitleItem key={one.row.id} reviewed={one} changes={changes} brands={brands} />
        ))}
      </ol>
    </section>
  )
}

interface Item {
  reviewed: ReviewedTitle
  changes: Changes
  brands: readonly Brand[]
}

/** A title under review; rendered again only when its own data changes. */
const TitleItem = memo(function TitleItem({ reviewed, changes, brands }: Item) {
  const { t } = useLingui()
  const toast = useToast()
  const { row, faults, isDuplicate } = reviewed
  const { id, line, cells } = row
  const onCellsChange = (values: Partial<Cells>) => changes.setCells(id, values)
  const name = cells.title || t`the unnamed title`
  function remove() {
    changes.remove(id)
    toast({
      message: <Trans>Removed {name}.</Trans>,
      action: { label: t`Undo`, onPress: () => changes.putBack(id) },
    })
  }
  return (
    <li className="grid gap-3 border-t border-line px-5 py-5 sm:px-6">
      <div className="flex min-h-11 flex-wrap items-center gap-2">
        <h3 className="me-auto font-semibold wrap-anywhere">{cells.title || '—'}</h3>
        {line !== undefined && (
          <span className="text-small text-ink-2">
            <LineWord line={line} />
          </span>
        )}
        {isDuplicate && (
          <StateTag tone="warn">
            <Trans>Duplicate</Trans>
          </StateTag>
        )}
        {faults.length > 0 ? (
          <StateTag tone="bad">
            <Trans>Needs a change</Trans>
          </StateTag>
        ) : (
          <StateTag tone="ok">
            <Trans>Ready to upload</Trans>
          </StateTag>
        )}
        <IconButton icon={rareIcons.remove} label={t`Remove ${name}`} onClick={remove} />
      </div>
      <div className="grid gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
        <div className="grid content-start gap-3">
          <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_200px]">
            <Cell reviewed={reviewed} onCellsChange={onCellsChange} field="title" />
            <BrandCell reviewed={reviewed} onCellsChange={onCellsChange} brands={brands} />
          </div>
          {longTexts.map((field) => (
            <Cell key={field} reviewed={reviewed} onCellsChange={onCellsChange} field={field} />
          ))}
          <div className="grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-3">
            {numberFields.map((field) => (
              <Cell key={field} reviewed={reviewed} onCellsChange={onCellsChange} field={field} />
            ))}
          </div>
          <SaleDetails
            values={saleTerms.map((field) => cells[field])}
            hasFault={faults.some(({ field }) => isSaleField(field))}
          >
            <div className="grid grid-cols-[repeat(auto-fill,minmax(190px,1fr))] gap-3">
              {saleTerms.map((field) => (
                <Cell key={field} reviewed={reviewed} onCellsChange={onCellsChange} field={field} />
              ))}
            </div>
          </SaleDetails>
        </div>
        <FilesCell reviewed={reviewed} changes={changes} />
      </div>
    </li>
  )
}, isSame)

const isSaleField = (field: Fault['field']) => saleTerms.some((one) => one === field)

function isSame(before: Item, now: Item): boolean {
  const hasSameInputs = now.reviewed.inputs.every((input, i) => input === before.reviewed.inputs[i])
  return hasSameInputs && before.reviewed.isDuplicate === now.reviewed.isDuplicate
}
