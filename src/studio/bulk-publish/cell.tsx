import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { BrandOptions } from '#src/catalog/brand/brand-options.tsx'
import type { Brand } from '#src/catalog/brand/brand.shared.ts'
import { fieldOf } from '#src/catalog/asset/title-fields.shared.ts'
import { BareSelect } from '#src/ui/field.tsx'
import { CLOCK_INPUT } from '#src/ui/japan-input.ts'
import { FaultWords, FieldWord } from './fault-words.tsx'
import type { Cells } from './rows.shared.ts'
import type { ReviewedTitle } from './bulk-publish.tsx'

interface Props {
  reviewed: ReviewedTitle
  field: keyof Cells
  onCellsChange: (cells: Partial<Cells>) => void
}

/** An editable field of one title. */
export function Cell({ reviewed, field, onCellsChange }: Props) {
  const value = reviewed.row.cells[field]
  const { kind, bounds } = fieldOf(field)
  return (
    <Labelled reviewed={reviewed} field={field}>
      {(fieldProps) =>
        kind === 'markdown' || kind === 'lines' ? (
          <textarea
            {...fieldProps}
            rows={2}
            value={value}
            className="input min-h-0!"
            onChange={({ currentTarget }) => onCellsChange({ [field]: currentTarget.value })}
          />
        ) : (
          <input
            {...fieldProps}
            value={value}
            autoComplete="off"
            {...(kind === 'time' && CLOCK_INPUT)}
            {...(bounds && { inputMode: 'decimal', 'data-number': true })}
            className="input min-h-11! px-2.5!"
            onChange={({ currentTarget }) => onCellsChange({ [field]: currentTarget.value })}
          />
        )
      }
    </Labelled>
  )
}

/** The brand of one title. An unknown name from a list stays selected until the user chooses a brand. */
export function BrandCell({
  reviewed,
  brands,
  onCellsChange,
}: Omit<Props, 'field'> & { brands: readonly Brand[] }) {
  const { t } = useLingui()
  const value = reviewed.row.cells.brand_id
  const isKnown = value === '' || brands.some(({ id }) => id === value)
  return (
    <Labelled reviewed={reviewed} field="brand_id">
      {(fieldProps) => (
        <BareSelect
          {...fieldProps}
          value={value}
          className="min-h-11! ps-2.5!"
          onChange={({ currentTarget }) => onCellsChange({ brand_id: currentTarget.value })}
        >
          <option value="">{t`No brand yet`}</option>
          {!isKnown && <option value={value}>{value}</option>}
          <BrandOptions brands={brands} />
        </BareSelect>
      )}
    </Labelled>
  )
}

interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

function Labelled(
  props: Omit<Props, 'onCellsChange'> & { children: (fieldProps: ControlProps) => ReactNode },
) {
  const { reviewed, field, children } = props
  const id = useId()
  const fault = reviewed.faults.find((one) => one.field === field)
  return (
    <div className="grid min-w-0 content-start gap-1">
      <label htmlFor={id} className="text-small text-ink-2">
        <FieldWord field={field} />
      </label>
      {children({
        id,
        'aria-invalid': fault && true,
        'aria-describedby': fault && `${id}-fault`,
      })}
      {fault && (
        <p id={`${id}-fault`} className="text-small text-bad">
          <FaultWords fault={fault} />
        </p>
      )}
    </div>
  )
}
