import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Qr } from '#src/ui/qr.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { ShareButton } from '#src/ui/share-button.tsx'
import {
  changeScreening,
  controlScreening,
  endScreening,
  type Screening,
  screeningPath,
  spelledCode,
} from './screening.shared.ts'

interface Props {
  screening: Screening
  show: (latest: Screening) => void
}

/** Gives the host the link and the code to pass on, the start, the lock, the chat and the end. */
export function HostPanel({ screening, show }: Props) {
  const { id, status, code } = screening
  const starting = useEndpointMutation(controlScreening)
  return (
    <section className="panel grid content-start gap-5 p-5">
      {code && <Invite screening={screening} code={code} />}
      {status === 'open' && (
        <div className="grid gap-2">
          <Button
            look="main"
            wide
            icon="play"
            busy={starting.isPending}
            onClick={() => starting.mutate({ id, action: 'start' }, { onSuccess: show })}
          >
            <Trans>Start the screening</Trans>
          </Button>
          <p className="text-small text-ink-2">
            <Trans>Guests can still join after the start, unless you lock the screening.</Trans>
          </p>
          <RefusalMessage error={starting.error} />
        </div>
      )}
      <Rules screening={screening} show={show} />
      <End screening={screening} show={show} />
    </section>
  )
}

function Invite({ screening, code }: { screening: Screening; code: string }) {
  const { t } = useLingui()
  const [isShowing, setShowing] = useState(false)
  const { publicUrl } = useRouteLoaderData<{ publicUrl: string }>('root')!
  const path = screeningPath(code)
  const { title } = screening.copy
  return (
    <div className="grid gap-3">
      <h2 className="text-h2">
        <Trans>Invite guests</Trans>
      </h2>
      <p>
        <span className="block text-small text-ink-2">
          <Trans>Code</Trans>
        </span>
        <span className="number text-[2rem] wrap-anywhere select-all" dir="ltr">
          {spelledCode(code)}
        </span>
      </p>
      <p className="text-hint text-ink-2 wrap-anywhere select-all" dir="ltr">
        {publicUrl + path}
      </p>
      <div className="flex flex-wrap gap-3">
        <ShareButton small title={title} path={path} />
        <Button small onClick={() => setShowing(true)}>
          <Trans>QR code</Trans>
        </Button>
      </div>
      {isShowing && (
        <Dialog title={t`Link to the screening`} onClose={() => setShowing(false)}>
          <div className="mx-auto w-full max-w-72">
            <Qr text={publicUrl + path} label={t`QR code of the link to the screening`} />
          </div>
          <p className="mt-4 text-small text-ink-2">
            <Trans>Anyone who scans this code can join while there are seats.</Trans>
          </p>
        </Dialog>
      )}
    </div>
  )
}

function Rules({ screening, show }: Props) {
  const changing = useEndpointMutation(changeScreening)
  const asked = changing.isPending ? changing.variables : undefined
  const { id, is_locked, chat_enabled } = { ...screening, ...asked } // shown at once
  const change = (changes: { is_locked?: boolean; chat_enabled?: boolean }) =>
    changing.mutate({ id, ...changes }, { onSuccess: show })
  return (
    <div className="grid gap-3">
      <Checkbox
        checked={is_locked}
        onChange={(event) => change({ is_locked: event.currentTarget.checked })}
      >
        <Trans>Lock the screening: no one else can join</Trans>
      </Checkbox>
      <Checkbox
        checked={chat_enabled}
        onChange={(event) => change({ chat_enabled: event.currentTarget.checked })}
      >
        <Trans>Chat: people can write to each other</Trans>
      </Checkbox>
      <RefusalMessage error={changing.error} />
    </div>
  )
}

function End({ screening, show }: Props) {
  const { id } = screening
  const { t } = useLingui()
  const [isAsked, setAsked] = useState(false)
  const ending = useEndpointMutation(endScreening)
  return (
    <div>
      <Button small onClick={() => setAsked(true)}>
        <Trans>End the screening</Trans>
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t`End the screening?`}
          doing={ending}
          keep={<Trans>Keep it going</Trans>}
          action={<Trans>End it</Trans>}
          onAction={() => ending.mutate({ id }, { onSuccess: show })}
          onClose={() => setAsked(false)}
        >
          <Trans>Playback stops for everyone, and the link stops working.</Trans>
        </ConfirmDialog>
      )}
    </div>
  )
}
