import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { isRefusal } from '#core/errors.ts'
import { ask, nowContext, useEndpointMutation } from '#core/http/ask.ts'
import type { InputOf } from '#core/http/endpoint.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { lastNumber } from '#src/catalog/asset/edition.shared.ts'
import { formatRanges } from '#src/catalog/asset/ranges.shared.ts'
import { BesideCopy, CopyPage } from '#src/catalog/serial/copy-page.tsx'
import { getCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { ConfirmStep } from '#src/accounts/account/confirm-step.tsx'
import { listPasskeys } from '#src/accounts/account/passkey.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { isWithin, typedRanges } from '#src/catalog/asset/typed-ranges.shared.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { TextField } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useServerClock } from '#src/ui/server-clock.ts'
import { useFocusAfter } from '#src/ui/take-focus.tsx'
import { useToast } from '#src/ui/toast.tsx'
import type { Route } from './+types/give-page.ts'
import { GiftFields, useGiftForm } from '#src/catalog/gift/gift-fields.tsx'
import { giveCopies } from './gift.shared.ts'
import { requirePageOn } from '#src/platform/settings/feature-pages.tsx'

/** Loads the reader's free copies of a title. `?numbers=1-3,7` chooses some. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { gift_days, gift_days_max } = await requirePageOn(context, 'gift_enabled')
  const id = params.kid
  const [asset, { items }, { email }, passkeys] = await Promise.all([
    ask(context, getAsset, { id }),
    ask(context, listSerials, { id, status: 'not_listed', mine: 'true' }),
    ask(context, getCurrentAccount, {}),
    ask(context, listPasskeys, {}),
  ])
  const free = items.map(({ asset_token_id, number }) => ({ asset_token_id, number }))
  return {
    asset,
    free,
    numbers: url.searchParams.get('numbers') ?? '',
    days: Math.min(gift_days, gift_days_max),
    maximum: gift_days_max,
    now: context.get(nowContext).toISOString(),
    email,
    hasPasskey: passkeys.total > 0,
  }
}

export default function GivePage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { asset, free } = loaderData
  const { kid, title } = asset
  return (
    <CopyPage
      tab={t`Give ${title} · Renban`}
      asset={asset}
      heading={<Trans>Give as a gift</Trans>}
      intro={
        <Trans>
          The recipient claims the copy with a link and pays nothing. Until then it stays yours, but
          it is locked. You can withdraw the gift until it is claimed.
        </Trans>
      }
    >
      {free.length === 0 ? (
        <EmptyState
          title={<Trans>You have no copy to give</Trans>}
          actions={
            <LinkButton look="main" to={`/asset/${kid}`}>
              <Trans>Back to the title</Trans>
            </LinkButton>
          }
        >
          <Trans>You can give copies that are not listed, rented out or reserved.</Trans>
        </EmptyState>
      ) : (
        <GiveForm {...loaderData} />
      )}
    </CopyPage>
  )
}

const PANEL = 'panel grid p-5 sm:p-6'

function GiveForm({
  asset,
  free,
  numbers,
  days,
  maximum,
  now,
  email,
  hasPasskey,
}: Route.ComponentProps['loaderData']) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const toast = useToast()
  const giving = useEndpointMutation(giveCopies)
  const [typed, setTyped] = useState(numbers || String(free[0]!.number))
  const [errors, setErrors] = useState<ReturnType<typeof read>['errors']>({})
  const [isTried, setTried] = useState(false)
  const [large, setLarge] = useState<InputOf<typeof giveCopies>>()
  const button = useFocusAfter<HTMLButtonElement>(large !== undefined)
  const chosen = useMemo(() => {
    if (free.length === 1) return free // without a field to choose from
    const ranges = typedRanges(typed, asset.first_number, lastNumber(asset)) ?? []
    return free.filter(({ number }) => isWithin(number, ranges))
  }, [typed, asset, free])
  const read = useGiftForm(chosen.length, maximum, useServerClock(now))
  const first = chosen[0]

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { terms, errors: found } = read(new FormData(event.currentTarget))
    setTried(true)
    setErrors(found)
    if (chosen.length === 0 || Object.keys(found).length > 0 || giving.isPending) return
    give({ ...terms, asset_token_ids: chosen.map(({ asset_token_id }) => asset_token_id) })
  }

  function give(gift: InputOf<typeof giveCopies>) {
    giving.mutate(gift, {
      onSuccess: () => {
        toast({ message: t`Your gift is ready.`, icon: 'check' })
        void navigate('/gifts')
      },
      onError: (error) => {
        if (isRefusal(error) && error.code === 'gift_needs_confirmation') setLarge(gift)
      },
    })
  }

  return (
    <BesideCopy asset={asset} number={first?.number}>
      <form
        hidden={large !== undefined}
        className={large ? undefined : `${PANEL} content-start gap-6`}
        noValidate
        onSubmit={submit}
      >
        {free.length > 1 && (
          <TextField
            name="numbers"
            label={<Trans>Numbers</Trans>}
            hint={t`You can give: ${formatRanges(free.map(({ number }) => number)).replaceAll(',', ', ')}`}
            error={
              isTried && chosen.length === 0
                ? t({ message: 'Choose available numbers.', context: 'gift' })
                : undefined
            }
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <GiftFields
          copies={chosen.length}
          days={days}
          maximum={maximum}
          now={now}
          errors={errors}
        />
        {!large && <RefusalMessage error={giving.error} />}
        <Button
          ref={button}
          type="submit"
          look="main"
          wide
          busy={giving.isPending || giving.isSuccess}
        >
          {chosen.length === 1 && first ? (
            <Trans>Give No. {first.number}</Trans>
          ) : (
            <Plural value={chosen.length} _0="Give" one="Give # copy" other="Give # copies" />
          )}
        </Button>
      </form>
      {large && (
        <div className={PANEL}>
          <ConfirmStep
            purpose="gift"
            email={email}
            hasPasskey={hasPasskey}
            step={giving}
            onConfirm={(confirmation) => give({ ...large, ...confirmation })}
            onCancel={() => {
              giving.reset()
              setLarge(undefined)
            }}
          />
        </div>
      )}
    </BesideCopy>
  )
}
