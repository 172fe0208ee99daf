import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { FreeNumbers } from '#src/sales/listing/free-numbers.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'

/** Selects the numbers that codes give, and whether a code tells its number. */
export function NumbersFields(props: {
  error: ReactNode
  onChoose: (asset_token_ids: readonly string[]) => void
}) {
  return (
    <>
      <FreeNumbers {...props} Counted={Counted} />
      <Checkbox name="drawn">
        <Trans>Random: the number is revealed when the code is used</Trans>
      </Checkbox>
    </>
  )
}

function Counted({ count }: { count: number }) {
  return (
    <Plural
      value={count}
      _0="None of these numbers is available."
      one="# of these numbers is available and gets a code."
      other="# of these numbers are available. Each gets a code."
    />
  )
}
