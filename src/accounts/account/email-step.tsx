import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import {
  type FormEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { InputOf } from '#core/http/endpoint.ts'
import { send } from '#core/http/ask.ts'
import { isRefusal } from '#core/errors.ts'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { localeOf } from '#src/i18n/language.ts'
import { email as emailAddress } from '#core/email.shared.ts'
import { keptPass } from './kept-pass.shared.ts'
import { CODE_AGAIN_SECONDS, type CodePurpose, sendSignInCode } from './account.shared.ts'

const TASKS_MAX = 3 // the price may rise while a task is solved

/** A mailed code; `againAt` is the browser's time in ms at which another can be requested. */
export interface SentCode {
  email: string
  purpose: CodePurpose
  againAt: number
}

/** Asks for the mail address to sign in with. `children` renders other ways to sign in. */
export function EmailStep(props: {
  email: string
  sendsAtOnce?: boolean
  onEmail: (email: string) => void
  onSent: (sent: SentCode) => void
  children: ReactNode
}) {
  const { children, ...form } = props
  return (
    <div className="grid gap-4.5">
      <p className="text-ink-2">
        <Trans>Enter your email and we will send you a 6-digit code. No password needed.</Trans>
      </p>
      <AddressForm {...form} purpose="sign_in">
        {(busy) => (
          <Button type="submit" look="main" wide busy={busy}>
            <Trans>Send the code</Trans>
          </Button>
        )}
      </AddressForm>
      {children}
    </div>
  )
}

/** Asks for the mail address for a code. `children` renders the submit button. */
export function AddressForm(props: {
  email: string
  sendsAtOnce?: boolean
  onEmail: (email: string) => void
  purpose: CodePurpose
  onSent: (sent: SentCode) => void
  hint?: string
  field?: Ref<HTMLInputElement>
  children: (busy: boolean) => ReactNode
}) {
  const { email, sendsAtOnce = false, onEmail, purpose, onSent, hint, field, children } = props
  const { t } = useLingui()
  const [isWrong, setWrong] = useState(false)
  const code = useSendCode(purpose, onSent)
  const sendAtOnce = useEffectEvent(() => code.send(email))
  useEffect(() => {
    if (sendsAtOnce) sendAtOnce()
  }, [sendsAtOnce])

  function submit(event: FormEvent) {
    event.preventDefault()
    const checked = emailAddress.safeParse(email.trim())
    setWrong(!checked.success)
    if (checked.success) code.send(checked.data)
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4.5">
      <TextField
        ref={field}
        label={t`Email`}
        hint={hint}
        name="email"
        type="email"
        autoComplete={purpose === 'sign_in' ? 'email webauthn' : 'email'}
        placeholder="name@example.jp"
        dir="ltr"
        value={email}
        onChange={(event) => onEmail(event.currentTarget.value)}
        error={isWrong && <Trans>Enter an email address such as name@example.jp.</Trans>}
      />
      <WorkNotice isWorking={code.isWorking} />
      <RefusalMessage error={code.error} />
      {children(code.isPending)}
    </form>
  )
}

/**
 * Sends a code. A refusal as `code_too_soon` counts as sent, because a recent code exists already.
 * `isWorking`: the browser solves a task first, because many codes are being requested.
 */
export function useSendCode(purpose: CodePurpose, onSent: (sent: SentCode) => void) {
  const { i18n } = useLingui()
  const [isWorking, setWorking] = useState(false)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (input: InputOf<typeof sendSignInCode>) => {
      stop.current = new AbortController()
      try {
        return await sendWithWork(input, stop.current.signal, () => setWorking(true))
      } finally {
        setWorking(false)
      }
    },
  })
  const isTooSoon = isRefusal(error) && error.code === 'code_too_soon'
  return {
    isPending,
    isWorking,
    error: isTooSoon ? null : error,
    send(email: string) {
      if (isPending) return
      const sent = (seconds: number) =>
        onSent({ email, purpose, againAt: Date.now() + seconds * 1000 })
      mutate(
        { email, lang: localeOf(i18n), purpose, pass: keptPass(email) },
        {
          onSuccess: () => sent(CODE_AGAIN_SECONDS),
          onError: (refused) => {
            if (isRefusal(refused) && refused.code === 'code_too_soon')
              sent(Number(refused.params.seconds))
          },
        },
      )
    },
  }
}

/** Requests a code, and again with the solution of the task if the server sets one. */
async function sendWithWork(
  input: InputOf<typeof sendSignInCode>,
  signal: AbortSignal,
  onWork: () => void,
  tasks = 0,
): Promise<undefined> {
  try {
    return await send(sendSignInCode, input, { signal })
  } catch (error) {
    const isTask = isRefusal(error) && error.code === 'code_needs_work'
    if (!isTask || tasks === TASKS_MAX || error.params.challenge === undefined) throw error
    onWork()
    const { solveWork } = await import('./solve-work.shared.ts')
    const work = await solveWork(String(error.params.challenge), signal)
    return sendWithWork({ ...input, work }, signal, onWork, tasks + 1)
  }
}

/** Says that the browser is solving a task, to screen readers as well. */
export function WorkNotice({ isWorking }: { isWorking: boolean }) {
  return (
    <output className={isWorking ? 'block text-small text-ink-2' : 'sr-only'}>
      {isWorking && (
        <Trans>
          We are getting unusually many requests for codes. Your browser is running a check that
          keeps bots out. Keep this page open: it can take up to two minutes.
        </Trans>
      )}
    </output>
  )
}
