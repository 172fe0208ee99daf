import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { send, useEndpointMutation } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { nextPath } from '#src/ui/next-path.ts'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { initializeAccount, logOut } from './account.shared.ts'
import { CodeStep } from './code-step.tsx'
import { EmailStep, type SentCode } from './email-step.tsx'
import type { SignInWish } from './sign-in.tsx'

/** E-mail, then the code that was sent to it, then the account made ready. */
export function SignInDialog({ next, fixed, onClose }: SignInWish & { onClose: () => void }) {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState<SentCode>()
  const arrive = useArrival(next, onClose)
  const [trouble, setTrouble] = useState<Error>()
  const prepare = useEndpointMutation(initializeAccount)
  const makeReady = () =>
    prepare.mutate({}, { onSuccess: () => void arrive(), onError: setTrouble })

  function leave() {
    if (trouble) void send(logOut, {}) // a session without a ready account is none
    onClose()
  }

  if (trouble)
    return (
      <Dialog title={t`Not signed in yet`} onClose={leave} fixed={fixed}>
        <NotReady
          error={trouble}
          busy={prepare.isPending || prepare.isSuccess}
          onRetry={makeReady}
        />
      </Dialog>
    )
  if (sent)
    return (
      <Dialog title={t`Enter the code`} onClose={leave} fixed={fixed}>
        <CodeStep
          sent={sent}
          busy={prepare.isPending || prepare.isSuccess}
          onSent={setSent}
          onChangeEmail={() => setSent(undefined)}
          onSignedIn={makeReady}
        />
      </Dialog>
    )
  return (
    <Dialog title={t`Sign in`} onClose={leave} fixed={fixed}>
      <EmailStep email={email} onEmail={setEmail} onSent={setSent} />
    </Dialog>
  )
}

/** Brings the page up to date with who is reading now, or leads to the page that was asked for. */
function useArrival(next: string | undefined, onClose: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { pathname, search } = useLocation()
  const here = pathname + search
  return async () => {
    client.clear() // what a guest was shown
    const to = nextPath(next, here)
    if (to !== here) await navigate(to, { replace: pathname === '/login' })
    await revalidate()
    onClose()
  }
}

/** The code was right, but the account could not be opened: neither in nor out until it can. */
function NotReady(props: { error: Error; busy: boolean; onRetry: () => void }) {
  useEffect(() => {
    const leave = () => void send(logOut, {}, { keepalive: true })
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [])
  return (
    <>
      <p>
        <Trans>Your code was right, but we could not open your account just now.</Trans>
      </p>
      <RefusalMessage error={props.error} />
      <DialogActions>
        <Button look="main" wide busy={props.busy} onClick={props.onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </DialogActions>
    </>
  )
}
