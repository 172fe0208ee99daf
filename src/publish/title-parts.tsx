import { Trans, useLingui } from '@lingui/react/macro'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { TextArea, TextField } from '#src/ui/field.tsx'

/** What the forms of a new title and of one that is out have in common. */
interface Props<Name extends string> {
  register: (name: Name) => UseFormRegisterReturn
  errors: Partial<Record<Name, unknown>>
}

export function Words({ register, errors }: Props<'title' | 'description'>) {
  const { t } = useLingui()
  return (
    <>
      <TextField
        label={t`Title`}
        {...register('title')}
        error={Boolean(errors.title) && <Trans>Give it a title of at most 120 letters.</Trans>}
      />
      <TextArea
        label={t`Description`}
        hint={t`Markdown. Links and emphasis are kept.`}
        rows={6}
        {...register('description')}
        error={Boolean(errors.description) && <Trans>Write a description.</Trans>}
      />
    </>
  )
}

/** `max` is in per cent. */
export function Royalties(
  props: Props<'creator_royalty_rate' | 'rental_creator_royalty_rate'> & { max: number },
) {
  const { register, errors, max } = props
  const { t } = useLingui()
  const fault = <Trans>A number from 0 to {max}.</Trans>
  return (
    <>
      <TextField
        number
        inputMode="decimal"
        label={t`Royalty on resale, %`}
        {...register('creator_royalty_rate')}
        error={Boolean(errors.creator_royalty_rate) && fault}
      />
      <TextField
        number
        inputMode="decimal"
        label={t`Royalty on rent, %`}
        {...register('rental_creator_royalty_rate')}
        error={Boolean(errors.rental_creator_royalty_rate) && fault}
      />
    </>
  )
}

type Rule =
  | 'secondary_sale_enabled'
  | 'trade_enabled'
  | 'secondary_rental_enabled'
  | 'download_enabled'
  | 'only_japan_accessible'

export function Rules({ register }: Pick<Props<Rule>, 'register'>) {
  return (
    <>
      <Checkbox {...register('secondary_sale_enabled')}>
        <Trans>Sell their copy on</Trans>
      </Checkbox>
      <Checkbox {...register('trade_enabled')}>
        <Trans>Trade it for another copy</Trans>
      </Checkbox>
      <Checkbox {...register('secondary_rental_enabled')}>
        <Trans>Rent it out</Trans>
      </Checkbox>
      <Checkbox {...register('download_enabled')}>
        <Trans>Download it; a downloaded copy cannot be sold until it is deleted</Trans>
      </Checkbox>
      <Checkbox {...register('only_japan_accessible')}>
        <Trans>Only people in Japan can buy and watch it</Trans>
      </Checkbox>
    </>
  )
}
