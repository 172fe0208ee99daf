import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { send } from '#core/http/ask.ts'
import { TextField } from '#src/ui/field.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useSettled } from '#src/ui/use-settled.ts'
import { type Brand, brandAccount, listBrands, RESERVED_WORDS } from './brand.shared.ts'

/**
 * Edits the last part of a brand's address, and tells while typing if it is free. An existing brand can go
 * back to an address that it had.
 */
export function AccountField(
  props: ComponentProps<'input'> & { account: string; brand: Brand | undefined; error: ReactNode },
) {
  const { account, brand, error, ...input } = props
  const { t } = useLingui()
  const state = useAvailability(account, brand)
  const shown = account.trim().toLowerCase() || t`your-brand`
  return (
    <TextField
      {...input}
      label={t`Web address`}
      dir="ltr"
      autoCapitalize="none"
      spellCheck={false}
      hint={
        <span className="flex flex-wrap gap-x-3">
          <span dir="ltr" className="wrap-anywhere">
            /brand/<strong className="font-semibold text-ink">{shown}</strong>
          </span>
          {state === 'free' && (
            <output className="inline-flex items-center gap-1 text-ok">
              <Icon name="check" size={16} />
              <Trans>This address is available</Trans>
            </output>
          )}
          {brand && brand.account !== shown && (
            <span className="mt-1 basis-full">
              <Trans>Links to the present address will lead to the new one.</Trans>
            </span>
          )}
        </span>
      }
      error={
        error ||
        (state === 'taken' && <Trans>This address is taken. Choose another.</Trans>) ||
        (state === 'reserved' && (
          <Trans>Renban uses this address for its own pages. Choose another.</Trans>
        ))
      }
    />
  )
}

type Availability = 'free' | 'taken' | 'reserved' | undefined

/** Checks a short time after the last key; the server decides when the form is sent. */
function useAvailability(typed: string, brand: Brand | undefined): Availability {
  const checked = brandAccount.safeParse(typed)
  const account = useSettled(checked.success ? checked.data : '')
  const isReserved = RESERVED_WORDS.includes(account)
  const { data } = useQuery({
    queryKey: [listBrands.path, { account }],
    queryFn: ({ signal }) => send(listBrands, { account, limit: 1 }, { signal }),
    enabled: account !== '' && account !== brand?.account && !isReserved,
  })
  if (!checked.success || checked.data !== account) return undefined
  if (isReserved) return 'reserved'
  return data && (data.items.every(({ id }) => id === brand?.id) ? 'free' : 'taken')
}
