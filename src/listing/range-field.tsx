import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { Button } from '#src/ui/button.tsx'

/** From one number to another: for what is too long to tick. `onSelect` answers how many could be. */
export function RangeField(props: {
  first: number
  last: number
  onSelect: (from: number, to: number) => number
}) {
  const { first, last, onSelect } = props
  const { t } = useLingui()
  const [count, setCount] = useState<number>()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [from, to] = [Number(form.get('from')), Number(form.get('to'))]
    setCount(onSelect(Math.min(from, to), Math.max(from, to)))
  }

  const field = (name: string, label: string, value: number) => (
    <input
      type="number"
      required
      name={name}
      aria-label={label}
      min={first}
      max={last}
      defaultValue={value}
      data-number
      className="input min-h-11 w-20 px-3 sm:w-24 py-2"
    />
  )
  return (
    <form className="mb-4 flex flex-wrap items-center gap-2 text-small sm:gap-3" onSubmit={submit}>
      <span className="text-ink-2" aria-hidden>
        <Trans>Numbers</Trans>
      </span>
      {field('from', t`From number`, first)}
      <span aria-hidden>–</span>
      {field('to', t`To number`, last)}
      <Button type="submit" small>
        <Trans>Select</Trans>
      </Button>
      <output className="text-ink-2">
        {count !== undefined && (
          <Plural value={count} _0="None of them can be selected" one="# added" other="# added" />
        )}
      </output>
    </form>
  )
}
