import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { send, useEndpointMutation } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { Button } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { TextField } from '#src/ui/field.tsx'
import { ListRow } from '#src/ui/list-row.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { takeFocus, useFocusAfter } from '#src/ui/take-focus.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { knowsPasskeys, makePasskey } from './browser-passkey.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { deviceOf } from '#src/ui/device.ts'
import { useInBrowser } from '#src/ui/use-hydrating.ts'
import {
  addPasskey,
  beginPasskey,
  type Passkey,
  PASSKEY_NAME_MAX,
  removePasskey,
} from './passkey.shared.ts'

type Begun = ReplyOf<typeof beginPasskey>
interface Owner {
  email: string
  passkeys: readonly Passkey[]
}

/** Lists the reader's passkeys, each with a button to remove it, and adds more. */
export function Passkeys(owner: Owner) {
  const { passkeys } = owner
  return (
    <div className="grid gap-5">
      {passkeys.length > 0 && (
        <ul className="grid">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} {...owner} />
          ))}
        </ul>
      )}
      <NewPasskey {...owner} />
    </div>
  )
}

function PasskeyRow({ passkey, email, passkeys }: Owner & { passkey: Passkey }) {
  const { t } = useLingui()
  const { id, name, created_at, used_at } = passkey
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [isRemoving, setRemoving] = useState(false)
  const remove = useEndpointMutation(removePasskey)
  const onSuccess = () => {
    toast({ message: t`Passkey removed.` })
    void revalidate()
  }
  return (
    <ListRow
      name={name}
      about={
        <p className="text-small text-ink-2">
          {used_at === null ? (
            <Trans>
              Added <DateTime at={created_at} detail="day" />, not used yet
            </Trans>
          ) : (
            <Trans>
              Added <DateTime at={created_at} detail="day" />, last used <DateTime at={used_at} />
            </Trans>
          )}
        </p>
      }
      action={
        !isRemoving && (
          <Button
            small
            aria-label={t`Remove the passkey ${name}`}
            onClick={() => setRemoving(true)}
          >
            <Trans>Remove</Trans>
          </Button>
        )
      }
    >
      {isRemoving && (
        <ConfirmStep
          purpose="passkey"
          email={email}
          hasPasskey={passkeys.length > 0}
          step={remove}
          onConfirm={(confirmation) => remove.mutate({ id, ...confirmation }, { onSuccess })}
          onCancel={() => {
            remove.reset()
            setRemoving(false)
          }}
        />
      )}
    </ListRow>
  )
}

function NewPasskey({ email, passkeys }: Owner) {
  const [isAdding, setAdding] = useState(false)
  const [begun, setBegun] = useState<Begun>()
  const isKnown = useInBrowser(knowsPasskeys, () => true)
  const begin = useEndpointMutation(beginPasskey)
  const button = useFocusAfter<HTMLButtonElement>(isAdding)
  const stop = () => {
    begin.reset()
    setBegun(undefined)
    setAdding(false)
  }
  if (!isKnown)
    return (
      <p className="text-ink-2">
        <Trans>This browser does not support passkeys.</Trans>
      </p>
    )
  if (begun) return <NameAndMake begun={begun} onDone={stop} />
  if (isAdding)
    return (
      <ConfirmStep
        purpose="passkey"
        email={email}
        hasPasskey={passkeys.length > 0}
        step={begin}
        onConfirm={(confirmation) => begin.mutate(confirmation, { onSuccess: setBegun })}
        onCancel={stop}
      />
    )
  return (
    <p>
      <Button ref={button} onClick={() => setAdding(true)}>
        <Trans>Add a passkey</Trans>
      </Button>
    </p>
  )
}

/** Asks for a name, and has the device make the passkey: browsers want a click for it. */
function NameAndMake({ begun, onDone }: { begun: Begun; onDone: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [name, setName] = useState(deviceOf(navigator.userAgent) ?? '')
  const add = useMutation({
    mutationFn: async () => send(addPasskey, { name, ...(await makePasskey(begun)) }),
    onSuccess: () => {
      toast({ message: t`Passkey added. You can sign in with it from now on.` })
      void revalidate()
      onDone()
    },
  })
  return (
    <form
      className="grid gap-4.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '' && !add.isPending) add.mutate()
      }}
    >
      <TextField
        ref={takeFocus}
        label={t`Name of the passkey`}
        value={name}
        maxLength={PASSKEY_NAME_MAX}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <RefusalMessage error={add.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="main" busy={add.isPending} disabled={name.trim() === ''}>
          <Trans>Create the passkey</Trans>
        </Button>
        <Button onClick={onDone} busy={add.isPending}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
