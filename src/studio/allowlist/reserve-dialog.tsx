import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { useRefetchAll } from '#core/http/ask.ts'
import type { Allowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { CopyNumbers } from '#src/sales/listing/copies.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { formatDateTime } from '#src/ui/date-time.tsx'
import { Dialog, FormActions } from '#src/ui/dialog.tsx'
import { TextField } from '#src/ui/field.tsx'
import { FieldsWhile } from '#src/ui/fields-while.tsx'
import { toJapanInput } from '#src/ui/japan-input.ts'
import { Gap } from '#src/ui/gap.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { type ListForm, readListForm, useFaults } from './reserve-fields.tsx'
import { useSave } from './save-list.tsx'

interface Props {
  asset: Asset
  /** The list to change; undefined to create one. */
  list: Allowlist | undefined
  /** Numbers to preset. */
  numbers: string
  onMade: (list: Allowlist) => void
  onClose: () => void
}

/** Creates or changes a list: its copies, its duration and the limit per person. */
export function ReserveDialog({ asset, list, numbers, onMade, onClose }: Props) {
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const { save, error, isSaving } = useSave(asset, list)
  const faultsOf = useFaults(asset)
  const [submitted, setSubmitted] = useState<ListForm>()
  const [isEarly, setEarly] = useState(Boolean(list?.early_from))
  const [isWhole, setWhole] = useState(list ? list.whole : false)
  const faults = submitted && faultsOf(submitted, !list)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const filled = readListForm(new FormData(event.currentTarget), { isEarly, isWhole })
    setSubmitted(filled)
    const [first] = Object.keys(faultsOf(filled, !list))
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    else if (!isSaving)
      save(filled, ({ saved, others }) => {
        void askAgain()
        onClose()
        if (others.length > 0) toast({ message: <LeftOut others={others} /> })
        else if (list) toast({ message: <Trans>Saved.</Trans> })
        if (!list) onMade(saved)
      })
  }

  return (
    <Dialog title={list ? t`Change the list` : t`Reserve copies`} onClose={onClose}>
      <form className="grid gap-4.5" noValidate onSubmit={submit}>
        <TextField
          name="name"
          label={<Trans>List name</Trans>}
          hint={t`Only you see this. For example, “Members”.`}
          error={faults?.name}
          defaultValue={list?.name}
          maxLength={80}
        />
        {!list?.whole && (
          <WhichCopies
            list={list}
            numbers={numbers}
            isWhole={isWhole}
            onWhole={setWhole}
            error={faults?.numbers}
          />
        )}
        <HowLong
          asset={asset}
          list={list}
          isEarly={isEarly}
          onEarly={setEarly}
          error={faults?.early_from}
        />
        <TextField
          number
          optional
          name="maximum"
          label={<Trans>Copies per person</Trans>}
          hint={t`Leave empty for no limit.`}
          error={faults?.maximum}
          defaultValue={list?.maximum ?? ''}
          maxLength={5}
        />
        <RefusalMessage error={error} />
        <FormActions busy={isSaving} onCancel={onClose}>
          {list ? <Trans>Save the list</Trans> : <Trans>Reserve and add people</Trans>}
        </FormActions>
      </form>
    </Dialog>
  )
}

/** Says which of the typed numbers are not on the list, because they are not the creator's. */
const LeftOut = ({ others }: { others: readonly number[] }) => (
  <>
    <Trans>Saved. Others own these numbers, so they were left out:</Trans>
    <Gap />
    <CopyNumbers copies={others.map((number) => ({ number }))} />
  </>
)

function WhichCopies(props: {
  list: Allowlist | undefined
  numbers: string
  isWhole: boolean
  onWhole: (isWhole: boolean) => void
  error: string | undefined
}) {
  const { list, numbers, isWhole, onWhole, error } = props
  const { t } = useLingui()
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-label font-semibold">
        {list ? <Trans>More copies</Trans> : <Trans>Which copies</Trans>}
      </legend>
      <FieldsWhile shown={!isWhole}>
        <TextField
          name="numbers"
          label={<Trans>Numbers</Trans>}
          hint={t`For example, 12-30, 45, 100-. Numbers on another list move to this one.`}
          error={error}
          defaultValue={numbers}
          optional={Boolean(list)}
        />
      </FieldsWhile>
      {!list && (
        <Checkbox checked={isWhole} onChange={() => onWhole(!isWhole)}>
          <Trans>The whole title, including copies issued later</Trans>
        </Checkbox>
      )}
    </fieldset>
  )
}

/** The choice between exclusive copies and early access before the sale. */
function HowLong(props: {
  asset: Asset
  list: Allowlist | undefined
  isEarly: boolean
  onEarly: (isEarly: boolean) => void
  error: string | undefined
}) {
  const { asset, list, isEarly, onEarly, error } = props
  const { i18n, t } = useLingui()
  const canBeEarly = asset.sale_starting_at !== null
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-label font-semibold">
        <Trans>Duration</Trans>
      </legend>
      <Checkbox radio name="until" checked={!isEarly} onChange={() => onEarly(false)}>
        <Trans>Only these people can buy the copies</Trans>
      </Checkbox>
      <Checkbox
        radio
        name="until"
        checked={isEarly}
        disabled={!canBeEarly}
        onChange={() => onEarly(true)}
      >
        <Trans>They can buy before the sale opens, then everyone can</Trans>
      </Checkbox>
      {!canBeEarly && (
        <p className="text-small text-ink-2">
          <Trans>Enter the start of the sale for the title first.</Trans>
        </p>
      )}
      <FieldsWhile shown={isEarly}>
        <TextField
          type="datetime-local"
          name="early_from"
          label={<Trans>They can buy from (Japan time)</Trans>}
          hint={
            asset.sale_starting_at !== null &&
            t`The sale starts on ${formatDateTime(asset.sale_starting_at, i18n.locale)}.`
          }
          error={error}
          max={toJapanInput(asset.sale_starting_at)}
          defaultValue={toJapanInput(list?.early_from ?? null)}
        />
      </FieldsWhile>
    </fieldset>
  )
}
