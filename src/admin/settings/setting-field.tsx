import { Trans, useLingui } from '@lingui/react/macro'
import { halfWidth, inKatakana } from '#src/platform/bank-directory/kana.shared.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Select, TextField } from '#src/ui/field.tsx'
import { type Fault, textOf, unitOf } from './draft.shared.ts'
import { useSettingHints } from './setting-groups.tsx'
import { useSettingWords, useUnitWords, useValueWords } from './setting-words.tsx'
import type { SettingChange, SettingName } from '#src/platform/settings/settings.shared.ts'

interface Props {
  name: SettingName
  value: SettingChange['from']
  /** The value if it was never changed. */
  defaultValue: SettingChange['from']
  /** The typed text; undefined while the field is untouched. */
  draft: string | undefined
  fault: Fault | undefined
  onDraft: (text: string) => void
}

/** The field of one setting with its name, unit, hint and default. */
export function SettingField(props: Props) {
  const { name, value, draft, fault, onDraft } = props
  const { t } = useLingui()
  const label = useSettingWords()[name]
  const unit = useUnitWords()(name)
  const hint = useHint(props)
  const text = draft ?? textOf(name, value)
  if (unitOf(name) === 'flag')
    return (
      <Checkbox
        name={name}
        checked={text === 'true'}
        onChange={(event) => onDraft(String(event.currentTarget.checked))}
      >
        <b className="text-label font-semibold">{label}</b>
        <br />
        <span className="text-small text-ink-2">{hint}</span>
      </Checkbox>
    )
  const field = {
    name,
    label: (
      <>
        {label}
        {unit && <span className="font-normal text-ink-2"> {t`(${unit})`}</span>}
      </>
    ),
    hint,
    error: fault && <FaultText {...fault} />,
    value: text,
  }
  if (unitOf(name) === 'deposit')
    return (
      <Select {...field} onChange={(event) => onDraft(event.currentTarget.value)}>
        <option value="savings">{t`Savings account`}</option>
        <option value="checking">{t`Checking account`}</option>
      </Select>
    )
  const rewritten = name === 'bank_sender.client_name' ? halfWidth(inKatakana(text)) : text
  return (
    <TextField
      {...field}
      number={typeof value === 'number' || /_code$|_number$/.test(name)}
      inputMode={unitOf(name) === 'percent' || unitOf(name) === 'minutes' ? 'decimal' : undefined}
      maxLength={300}
      fix={
        fault && rewritten !== text
          ? { label: t`Use ${rewritten}`, onFix: () => onDraft(rewritten) }
          : undefined
      }
      onChange={(event) => onDraft(event.currentTarget.value)}
    />
  )
}

/** Returns the hint of a setting and its default; text settings show no default. */
function useHint({ name, value, defaultValue }: Props) {
  const words = useValueWords()(name, defaultValue)
  const own = useSettingHints()[name]
  const isText = unitOf(name) === 'text' || unitOf(name) === 'deposit'
  return (
    <>
      {own}
      {own && !isText && ' '}
      {!isText &&
        (value === defaultValue ? (
          <Trans>Default: {words}.</Trans>
        ) : (
          <Trans>
            <b className="font-semibold text-ink">Changed.</b> Default: {words}.
          </Trans>
        ))}
    </>
  )
}

/** The reason why a value is invalid, as a sentence. */
export function FaultText({ field, why, limit }: Fault) {
  if (why === 'number') return <Trans>Enter a number in digits.</Trans>
  if (why === 'least') return <Trans>Enter {limit} or more.</Trans>
  if (why === 'most') return <Trans>Enter {limit} or less.</Trans>
  if (why === 'together') return <TogetherText field={field} />
  if (field === 'bank_sender.client_name')
    return <Trans>Use 1 to 40 half-width kana, capital letters and digits.</Trans>
  if (field === 'bank_sender.client_code') return <Trans>Enter ten digits.</Trans>
  if (field === 'bank_sender.bank_code') return <Trans>Enter four digits.</Trans>
  if (field === 'bank_sender.branch_code') return <Trans>Enter three digits.</Trans>
  if (field === 'bank_sender.account_number') return <Trans>Enter seven digits.</Trans>
  if (field === 'operator.email') return <Trans>Enter a valid email address.</Trans>
  if (field === 'company_domains')
    return <Trans>Enter domains in lower case, separated by commas.</Trans>
  return <Trans>Too long or invalid. Check the value.</Trans>
}

function TogetherText({ field }: { field: SettingName }) {
  if (field === 'price_max') return <Trans>Enter the lowest price or more.</Trans>
  if (field === 'card_minimum') return <Trans>Enter the highest price or less.</Trans>
  if (field === 'payout_max') return <Trans>Enter the smallest payout or more.</Trans>
  if (field === 'royalty_max_bp')
    return <Trans>This and the resale fee together cannot exceed 100%.</Trans>
  return <Trans>Enter T and 13 digits, or leave it empty.</Trans>
}
