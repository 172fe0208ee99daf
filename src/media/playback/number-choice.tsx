import { Trans, useLingui } from '@lingui/react/macro'
import { Form, type RouterContextProvider, useSubmit } from 'react-router'
import { ask } from '#core/http/ask.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { parseBoardRow, getBoard } from '#src/catalog/serial/serial.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { useAddressValue } from '#src/ui/use-address-value.ts'

/**
 * Returns the numbers that the viewer can watch: their copies that are not rented out, the one they
 * rent, and the one being watched. An asset lists the first hundred of them; beyond that, the board
 * is requested.
 */
export async function numbersToWatch(
  context: Readonly<RouterContextProvider>,
  asset: Asset,
  watched: number,
): Promise<number[]> {
  const { kid, my_numbers, owned_copies_count, my_rented_out_copies_count: lent } = asset
  const others = [watched, ...(asset.my_rented_number === null ? [] : [asset.my_rented_number])]
  if (owned_copies_count === 0) return ascending(others)
  if (lent === 0 && my_numbers.length === owned_copies_count)
    return ascending([...my_numbers, ...others])
  const { rows } = await ask(context, getBoard, { id: kid })
  const isWatchable = ({ mine, status }: ReturnType<typeof parseBoardRow>) =>
    mine && status !== 'being_rented'
  return rows
    .map(parseBoardRow)
    .filter((copy) => isWatchable(copy) || others.includes(copy.number))
    .map(({ number }) => number)
}

const ascending = (numbers: number[]) => [...new Set(numbers)].toSorted((a, b) => a - b)

/** Lets a holder of several copies choose the number to watch. */
export function NumberChoice({ numbers, shown }: { numbers: readonly number[]; shown: number }) {
  const { t } = useLingui()
  const submit = useSubmit()
  const field = useAddressValue<HTMLSelectElement>(shown)
  if (numbers.length < 2) return null
  return (
    <Form replace className="flex items-center gap-2">
      <select
        ref={field}
        name="no"
        aria-label={t`Your number`}
        defaultValue={shown}
        onChange={(event) => void submit(event.currentTarget.form, { replace: true })}
        className="input min-h-11 w-auto py-2 text-label"
      >
        {numbers.map((number) => (
          <option key={number} value={number}>
            {t`No. ${number}`}
          </option>
        ))}
      </select>
      <Button type="submit" small>
        <Trans>Change</Trans>
      </Button>
    </Form>
  )
}
