import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { BrandOptions } from '#src/catalog/brand/brand-options.tsx'
import type { Brand } from '#src/catalog/brand/brand.shared.ts'
import { CLOCK_INPUT } from '#src/catalog/asset/sale-times.tsx'
import { BareSelect } from '#src/ui/field.tsx'
import { FaultWords, FieldWord } from './fault-words.tsx'
import type { Cells } from './rows.shared.ts'
import type { Looked } from './bulk-publish.tsx'

interface Props {
  looked: Looked
  field: keyof Cells
  onSay: (cells: Partial<Cells>) => void
}

/** One thing that is said of one title, to be corrected in its place. */
export function Cell({ looked, field, onSay, tall }: Props & { tall?: boolean }) {
  const value = looked.row.cells[field]
  const isWords = field === 'title' || field === 'description'
  const isTime = field === 'sale_starting_at' || field === 'sale_ending_at'
  return (
    <Labelled looked={looked} field={field}>
      {(wired) =>
        tall ? (
          <textarea
            {...wired}
            rows={2}
            value={value}
            className="input min-h-0!"
            onChange={({ currentTarget }) => onSay({ [field]: currentTarget.value })}
          />
        ) : (
          <input
            {...wired}
            value={value}
            autoComplete="off"
            {...(isTime && CLOCK_INPUT)}
            {...(!isWords && !isTime && { inputMode: 'decimal', 'data-number': true })}
            className="input min-h-11! px-2.5!"
            onChange={({ currentTarget }) => onSay({ [field]: currentTarget.value })}
          />
        )
      }
    </Labelled>
  )
}

/** The brand of one title; what a list named and is none stands there until another is chosen. */
export function BrandCell({
  looked,
  brands,
  onSay,
}: Omit<Props, 'field'> & { brands: readonly Brand[] }) {
  const { t } = useLingui()
  const value = looked.row.cells.brand_id
  const isKnown = value === '' || brands.some(({ id }) => id === value)
  return (
    <Labelled looked={looked} field="brand_id">
      {(wired) => (
        <BareSelect
          {...wired}
          value={value}
          className="min-h-11! ps-2.5!"
          onChange={({ currentTarget }) => onSay({ brand_id: currentTarget.value })}
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

function Labelled(props: Omit<Props, 'onSay'> & { children: (wired: ControlProps) => ReactNode }) {
  const { looked, field, children } = props
  const id = useId()
  const fault = looked.faults.find(({ of }) => of === field)
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
