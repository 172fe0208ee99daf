import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { ask, refusedPage, useEndpointMutation } from '#core/http/ask.ts'
import { isRefusal } from '#core/errors.ts'
import { chosenName } from '#src/accounts/account/account.shared.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { CopyForm, CopyPage } from '#src/catalog/serial/copy-page.tsx'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { requirePageOn } from '#src/platform/settings/feature-pages.tsx'
import { useGuestsAllowed } from '#src/platform/settings/use-screenings.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { TextField } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import type { Route } from './+types/open-page.ts'
import { NAME_MAX, openScreening, screeningPath } from './screening.shared.ts'

/** Loads the copy that its owner wants to show: `?no=7`, or else their lowest number. */
export async function loader({ context, params: { kid }, url }: Route.LoaderArgs) {
  await requirePageOn(context, 'screening_enabled')
  const asset = await ask(context, getAsset, { id: kid })
  const chosen = Number(url.searchParams.get('no')) || asset.my_numbers[0]
  const isNumber = chosen !== undefined && Number.isSafeInteger(chosen) && chosen > 0
  if (!isNumber) throw refusedPage('not_owner')
  const copy = await ask(context, getSerial, { id: kid, number: chosen })
  if (!copy.mine) throw refusedPage('not_owner')
  return { asset, number: chosen }
}

export default function OpenPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { asset, number } = loaderData
  const guests = useGuestsAllowed(asset)
  const { kid, title } = asset
  return (
    <CopyPage
      tab={t`Screening of ${title} · Renban`}
      asset={asset}
      number={number}
      heading={<Trans>Watch No. {number} together</Trans>}
    >
      {guests === 0 ? (
        <EmptyState
          title={<Trans>This title cannot be shown</Trans>}
          actions={
            <LinkButton look="main" to={`/asset/${kid}?no=${number}`}>
              <Trans>Back to the title</Trans>
            </LinkButton>
          }
        >
          <Trans>The creator does not allow screenings of it. You can watch your copy alone.</Trans>
        </EmptyState>
      ) : (
        <OpenForm {...loaderData} guests={guests} />
      )}
    </CopyPage>
  )
}

function OpenForm(props: Route.ComponentProps['loaderData'] & { guests: number }) {
  const { asset, number, guests } = props
  const { t } = useLingui()
  const navigate = useNavigate()
  const opening = useEndpointMutation(openScreening)
  const [name, setName] = useState(chosenName(useReader()))
  const [isTried, setTried] = useState(false)
  const { kid } = asset
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '' || opening.isPending) return
    opening.mutate(
      { kid, serial_number: number, name },
      { onSuccess: ({ code }) => void navigate(screeningPath(code!)) },
    )
  }
  const isRunning = isRefusal(opening.error) && opening.error.code === 'screening_running'
  return (
    <CopyForm asset={asset} number={number} onSubmit={submit}>
      <p>
        <Plural
          value={guests}
          one="You can invite # guest with a link or a code. You both watch the same moment, and you hold the controls."
          other="You can invite up to # guests with a link or a code. Everyone watches the same moment, and you hold the controls."
        />
      </p>
      <p className="text-small text-ink-2">
        <Trans>
          Screenings are for friends and free of charge: do not sell seats or advertise. Guests sign
          in with an email address. The copy stays yours, and its history shows that it was
          screened.
        </Trans>
      </p>
      <TextField
        name="name"
        label={t`Your name`}
        hint={t`Your guests see it.`}
        maxLength={NAME_MAX}
        autoComplete="nickname"
        value={name}
        error={isTried && name.trim() === '' ? t`Enter a name.` : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div>
        <Button look="main" type="submit" busy={opening.isPending}>
          <Trans>Open a screening</Trans>
        </Button>
      </div>
      <RefusalMessage error={opening.error} />
      {isRunning && (
        <LinkButton to="/screenings">
          <Trans>Your screenings</Trans>
        </LinkButton>
      )}
    </CopyForm>
  )
}
