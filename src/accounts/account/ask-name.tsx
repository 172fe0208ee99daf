import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useEndpointMutation } from '#core/http/ask.ts'
import { isRefusal } from '#core/errors.ts'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import { RefusalMessage, RefusalText } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { hasChosenName, updateCurrentAccount, usernameSchema } from './account.shared.ts'
import { useReader } from './reader.tsx'

/**
 * Asks a person without a chosen username for one, once: showing the question counts as having asked.
 * Renders nothing for everybody else.
 */
export function AskName() {
  const reader = useReader()
  const [isAsked, setAsked] = useState(
    reader !== undefined && !reader.name_asked && !hasChosenName(reader),
  )
  return isAsked ? <Question onDone={() => setAsked(false)} /> : null
}

function Question({ onDone }: { onDone: () => void }) {
  const { revalidate } = useRevalidator()
  const asking = useEndpointMutation(updateCurrentAccount)
  const noteAsked = useEffectEvent(() =>
    asking.mutate({ name_asked: true }, { onSuccess: () => void revalidate() }),
  )
  useEffect(() => noteAsked(), [])
  return (
    <div className="mx-auto mt-10 w-full max-w-[560px]">
      <NameForm
        onSaved={onDone}
        aside={
          <Button look="plain" onClick={onDone}>
            <Trans>Not now</Trans>
          </Button>
        }
      />
    </div>
  )
}

/** Asks for a username in place of the one that was generated. */
export function NameForm({ onSaved, aside }: { onSaved?: () => void; aside?: ReactNode }) {
  const { t } = useLingui()
  const toast = useToast()
  const id = useId()
  const saving = useEndpointMutation(updateCurrentAccount)
  const [username, setUsername] = useState('')
  const [isWrong, setWrong] = useState(false)
  const { revalidate } = useRevalidator()
  const isTaken = isRefusal(saving.error) && saving.error.code === 'username_taken'

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const checked = usernameSchema.safeParse(username)
    const isChosen = checked.success && hasChosenName({ username: checked.data })
    setWrong(!isChosen)
    if (!isChosen || saving.isPending) return
    const onSuccess = () => {
      toast({ message: t`Profile saved.` })
      onSaved?.()
      void revalidate()
    }
    saving.mutate({ username: checked.data }, { onSuccess })
  }

  return (
    <section aria-labelledby={id} className="panel p-5 sm:p-6">
      <form noValidate onSubmit={submit} className="grid gap-5 text-start">
        <h2 id={id} className="text-h2">
          <Trans>What should we call you?</Trans>
        </h2>
        <TextField
          label={t`Username`}
          hint={t`Buyers see it on copies you sell or rent out. Use letters, digits, spaces, dots and hyphens.`}
          autoComplete="username"
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          error={
            isTaken ? (
              <RefusalText error={saving.error!} />
            ) : (
              isWrong && <Trans>Start with a letter or digit, and use at most 40 characters.</Trans>
            )
          }
        />
        {!isTaken && <RefusalMessage error={saving.error} />}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={saving.isPending}>
            <Trans>Save</Trans>
          </Button>
          {aside}
        </div>
      </form>
    </section>
  )
}
