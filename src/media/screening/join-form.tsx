import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { chosenName } from '#src/accounts/account/account.shared.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { useSignIn } from '#src/accounts/account/sign-in.tsx'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { type Invitation, joinScreening, NAME_MAX, screeningPath } from './screening.shared.ts'

/** Lets the visitor of a link sign in, and join under a name. */
export function JoinForm({ code, invitation }: { code: string; invitation: Invitation }) {
  const { t } = useLingui()
  const reader = useReader()
  const signIn = useSignIn()
  const refetchAll = useRefetchAll()
  const { seats_left, status } = invitation
  const joining = useEndpointMutation(joinScreening, { afterRefusal: refetchAll })
  const [name, setName] = useState(chosenName(reader))
  const [isTried, setTried] = useState(false)
  if (!reader)
    return (
      <div className="grid gap-2">
        <Button look="main" wide onClick={() => signIn({ next: screeningPath(code) })}>
          <Trans>Sign in to join</Trans>
        </Button>
        <p className="text-center text-small text-ink-2">
          <Trans>An email address is enough. Watching costs you nothing.</Trans>
        </p>
      </div>
    )
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '' || joining.isPending) return
    joining.mutate({ code, name }, { onSuccess: () => void refetchAll() })
  }
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <TextField
        name="name"
        label={t`Your name`}
        hint={t`The host and the other guests see it.`}
        maxLength={NAME_MAX}
        autoComplete="nickname"
        value={name}
        error={isTried && name.trim() === '' ? t`Enter a name.` : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button look="main" wide type="submit" busy={joining.isPending}>
        {status === 'running' ? <Trans>Join in</Trans> : <Trans>Take a seat</Trans>}
      </Button>
      <p className="text-center text-small text-ink-2">
        <Plural value={seats_left} one="# seat left" other="# seats left" />
      </p>
      <RefusalMessage error={joining.error} />
    </form>
  )
}
