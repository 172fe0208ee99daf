import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useId, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { type Range, typedRanges } from '#src/catalog/asset/typed-ranges.shared.ts'

/**
 * Selects copies by typed ranges such as "12-30, 45, 100-". `onSelect` returns how many it selected;
 * a second button selects all `count` selectable copies.
 */
export function RangeField(props: {
  first: number
  last: number
  count: number
  onSelect: (ranges: readonly Range[]) => number
}) {
  const { first, last, count, onSelect } = props
  const { t } = useLingui()
  const id = useId()
  const [result, setResult] = useState<number | 'unread'>()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('numbers') as string
    const ranges = typedRanges(typed, first, last)
    setResult(ranges ? onSelect(ranges) : 'unread')
  }

  return (
    <form className="mb-4 flex flex-wrap items-center gap-2 text-small sm:gap-3" onSubmit={submit}>
      <label className="text-ink-2" htmlFor={id}>
        <Trans>Numbers</Trans>
      </label>
      <input
        id={id}
        name="numbers"
        autoComplete="off"
        aria-invalid={result === 'unread' || undefined}
        aria-describedby={`${id}-result`}
        defaultValue={`${first}-${last}`}
        placeholder="12-30, 45, 100-"
        className="input min-h-11 w-44 px-3 py-2 sm:w-60"
      />
      <Button type="submit" small>
        <Trans>Select</Trans>
      </Button>
      {count > 0 && (
        <Button small onClick={() => setResult(onSelect([[first, last]]))}>
          <Trans>Select all {count}</Trans>
        </Button>
      )}
      <output id={`${id}-result`} className="text-ink-2">
        {result === 'unread'
          ? t`Enter numbers or ranges, such as 12-30, 45, 100-`
          : result !== undefined && (
              <Plural
                value={result}
                _0="None of these can be selected"
                one="# added"
                other="# added"
              />
            )}
      </output>
    </form>
  )
}
