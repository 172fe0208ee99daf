import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useFieldWords } from '#src/catalog/asset/title-fields.tsx'
import { BrandOptions } from '#src/catalog/brand/brand-options.tsx'
import type { Brand } from '#src/catalog/brand/brand.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { Select } from '#src/ui/field.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'

const NewBrandDialog = lazyDialog(
  () => import('#src/catalog/brand/new-brand-dialog.tsx'),
  'NewBrandDialog',
)

/** The field for the brand of a title. A title without a brand can be published but not sold. */
export function BrandChoice(props: {
  brands: readonly Brand[]
  field: UseFormRegisterReturn
  isMissing: boolean
  onNew: (brand: Brand) => void
}) {
  const { brands, field, isMissing, onNew } = props
  const { t } = useLingui()
  const words = useFieldWords('brand_id')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid items-start gap-x-3 gap-y-2 sm:grid-cols-[1fr_auto]">
      <Select label={words.label} hint={words.hint} error={isMissing && words.fault} {...field}>
        <option value="">{t`No brand yet`}</option>
        <BrandOptions brands={brands} />
      </Select>
      <Button icon="plus" className="sm:mt-7" onClick={() => setOpen(true)}>
        <Trans>New brand</Trans>
      </Button>
      {isOpen && (
        <NewBrandDialog
          onClose={() => setOpen(false)}
          onCreated={(brand) => {
            setOpen(false)
            onNew(brand)
          }}
        />
      )}
    </div>
  )
}
