import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FocusEvent, ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import type { ErrorCode } from '#core/errors.ts'
import { refusals } from '#src/i18n/refusals.ts'
import { useScreenings } from '#src/platform/settings/use-screenings.tsx'
import { useInMenu } from '#src/platform/settings/in-menu.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { TextArea, TextField } from '#src/ui/field.tsx'
import { CLOCK_INPUT } from '#src/ui/japan-input.ts'
import { formatCount } from '#src/ui/yen.ts'
import {
  emptyValue,
  parseNumber,
  type FieldName,
  fieldOf,
  fieldsIn,
  type FieldsWith,
  type FormField,
  type Limits,
} from './title-fields.shared.ts'

interface Words {
  label: MessageDescriptor
  hint?: MessageDescriptor
  /** Tells how to mend a fault; a number names its bounds. */
  fault?: MessageDescriptor
}
type Fallible = FieldsWith<{ kind: 'line' | 'lines' | 'markdown' | 'time' }>

/** The words of each field in all forms. A field without words does not compile. */
const titleFieldWords: Record<FormField, Words> & Record<Fallible, Required<Pick<Words, 'fault'>>> =
  {
    title: {
      label: msg`Title`,
      hint: msg`As buyers will see it.`,
      fault: msg`Enter a title of at most 120 characters.`,
    },
    description: {
      label: msg`Description`,
      hint: msg`What buyers should know. Markdown adds links and emphasis.`,
      fault: msg`Enter a description.`,
    },
    credits: {
      label: msg`Credits`,
      hint: msg`Who made it, one line each, such as “Director: Mika Sato”.`,
      fault: msg`Enter at most 100 lines and 4,000 characters.`,
    },
    brand_id: {
      label: msg`Brand`,
      hint: msg`The name you publish under. To list copies, you need one.`,
      fault: msg`Choose or create a brand, or turn off “List at once”.`,
    },
    total_copies: {
      label: msg`Number of copies`,
      hint: msg`Each copy gets its own number. You can issue more later.`,
    },
    start_serial_number: {
      label: msg`First number`,
      hint: msg`The number of the first copy.`,
    },
    sale_price: {
      label: msg`Price per copy (¥)`,
      hint: msg`What buyers pay, tax included. You can change it later.`,
    },
    min_sellable_price: {
      label: msg`Lowest price (¥)`,
      hint: msg`No copy can be listed for less, by you or by its owner.`,
    },
    creator_royalty_rate: {
      label: msg`Royalty on resales (%)`,
      hint: msg`Your share when an owner resells a copy.`,
    },
    rental_creator_royalty_rate: {
      label: msg`Royalty on rentals (%)`,
      hint: msg`Your share when an owner rents a copy out.`,
    },
    sale_starting_at: {
      label: msg`Sale starts`,
      hint: msg`Leave empty to start immediately.`,
      fault: msg`Enter the start of the sale.`,
    },
    sale_ending_at: {
      label: msg`Sale ends`,
      hint: msg`Leave empty for no end date.`,
      fault: msg`The end must be after the start, and not in the past.`,
    },
    waiting_room: {
      label: msg`Use a waiting room`,
      hint: msg`For a sale with many buyers. The waiting room opens before the sale. When the sale starts, everyone in it gets a random place in the queue, and we let people in while copies last.`,
    },
    holding_limit: {
      label: msg`Limit per person`,
      hint: msg`The most copies a person may own. Leave empty for no limit.`,
    },
    secondary_sale_enabled: { label: msg`Resell their copy` },
    secondary_rental_enabled: { label: msg`Rent out their copy` },
    trade_enabled: { label: msg`Trade their copy for another` },
    download_enabled: {
      label: msg`Download their copy as a file`,
      hint: msg`Files of up to 200 MB in common formats carry the copy’s number and our signature. Others come with a signed receipt. The copy is locked until its owner confirms that the file is deleted.`,
    },
    lending_enabled: { label: msg`Lend their copy to a friend for free` },
    only_japan_accessible: { label: msg`Only people in Japan can buy and watch it` },
    screening_guests: {
      label: msg`Guests at a screening`,
      hint: msg`How many people an owner may invite to watch their copy together, for free. 0 allows no screenings. Leave empty for the usual number.`,
      fault: msg`Enter a number from 0 to 100.`,
    },
    obi: {
      label: msg`Obi colour`,
      hint: msg`The strip beside the picture. We suggest the colour closest to the picture.`,
    },
  }

/** Returns the words of a field in the reader's language. A locked field's hint says why. */
export function useFieldWords(name: FormField, lock?: ErrorCode) {
  const { i18n } = useLingui()
  const { label, hint, fault } = titleFieldWords[name]
  const text = (words: MessageDescriptor | undefined) => words && i18n._(words)
  return { label: i18n._(label), hint: text(lock ? refusals[lock] : hint), fault: text(fault) }
}
export const FieldLabel = ({ name }: { name: FormField }) => useFieldWords(name).label

/** The form around inputs of a title, or of a group for the times of its sale. */
export interface InputsForm<N extends FieldName> {
  form: {
    register: (
      name: N,
      options?: { setValueAs: (typed: unknown) => unknown },
    ) => UseFormRegisterReturn
    formState: { errors: Partial<Record<N, unknown>> }
  }
  limits?: Limits
  /** The fields that cannot be changed now, with the refusal of a change. */
  locked?: { [F in FieldName]?: ErrorCode | undefined }
}
type InputName = Exclude<FormField, FieldsWith<{ kind: 'brand' | 'colour' }>>

/** Renders the input of a field as its definition says. A locked field says why. */
export function TitleInput<N extends InputName>(
  props: InputsForm<N> & {
    name: N
    hint?: ReactNode
    /** True for a field that may be empty on the wire, but not here. */
    required?: boolean
    onBlur?: (event: FocusEvent<HTMLInputElement>) => void
  },
) {
  const { form, limits, locked, name, onBlur } = props
  const { kind, bounds } = fieldOf(name)
  const lock = locked?.[name]
  const words = useFieldWords(name, lock)
  const hint = props.hint || words.hint
  const field = form.register(
    name,
    kind === 'number' || kind === 'rate'
      ? { setValueAs: (typed) => valueOf(kind, typed) ?? emptyValue(name) }
      : undefined,
  )
  if (kind === 'flag')
    return (
      <div className="grid gap-1">
        <Checkbox
          {...field}
          disabled={Boolean(lock)}
          aria-describedby={hint ? `${name}-hint` : undefined}
        >
          {words.label}
        </Checkbox>
        {hint && (
          <p id={`${name}-hint`} className="max-w-[66ch] text-hint text-ink-2">
            {hint}
          </p>
        )}
      </div>
    )
  const control = {
    ...field,
    label: words.label,
    hint,
    disabled: Boolean(lock),
    error: Boolean(form.formState.errors[name]) && <FieldFault name={name} limits={limits} />,
  }
  if (kind === 'markdown') return <TextArea rows={6} {...control} />
  if (kind === 'lines') return <TextArea rows={3} {...control} optional />
  return (
    <TextField
      {...control}
      {...(kind === 'time' && CLOCK_INPUT)}
      onBlur={(event) => {
        void field.onBlur(event)
        onBlur?.(event)
      }}
      number={Boolean(bounds)}
      {...(kind === 'rate' && { inputMode: 'decimal' })}
      optional={!props.required && kind !== 'line' && emptyValue(name) === null}
    />
  )
}

/** Renders the inputs of several fields. */
export const TitleInputs = <N extends InputName>({
  names,
  ...form
}: InputsForm<N> & { names: readonly N[] }) =>
  names.map((name) => <TitleInput key={name} {...form} name={name} />)

/** The sentence about the fault of a field. */
export function FieldFault({ name, limits }: { name: FormField; limits?: Limits | undefined }) {
  const { bounds } = fieldOf(name)
  const { fault } = useFieldWords(name)
  return bounds && limits ? <NumberFault bounds={bounds(limits)} /> : fault
}

/** The sentence about a number out of its bounds. */
export function NumberFault({ bounds }: { bounds: readonly [least: number, greatest: number] }) {
  const [min, max] = bounds.map(formatCount)
  return (
    <Trans>
      Enter a number from {min} to {max}.
    </Trans>
  )
}

/** Returns the number of a field, typed or set; undefined if it is empty. */
function valueOf(kind: 'number' | 'rate', given: unknown): number | undefined {
  if (typeof given === 'number') return given
  return typeof given === 'string' && given.trim() !== '' ? parseNumber(kind, given) : undefined
}

/**
 * Renders what owners may do with their copies; trades and screenings only while the platform allows
 * them.
 */
export function RightsInputs(
  props: Pick<InputsForm<FieldsWith<{ part: 'rights' | 'screening' }>>, 'form' | 'locked'>,
) {
  const isTrading = useInMenu('trading_history')
  const isScreening = useScreenings()
  const names = fieldsIn('rights').filter((name) => isTrading || name !== 'trade_enabled')
  return (
    <>
      <TitleInputs {...props} names={names} />
      {isScreening && (
        <div className="max-w-80">
          <TitleInput {...props} name="screening_guests" />
        </div>
      )}
    </>
  )
}
