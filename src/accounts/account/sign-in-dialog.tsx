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
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { WalletSignIn } from './wallet-sign-in.tsx'
import type { SignInRequest } from './sign-in.tsx'

/** Signs in: asks for the mail address and the mailed code, a passkey, or a linked wallet; then prepares the account. */
export function SignInDialog({
  next,
  fixed,
  email: given = '',
  sendsAtOnce = false,
  onDone,
  onClose,
}: SignInRequest & {
  /** Called once the reader is signed in. */
  onDone: () => void
  /** Called when the reader leaves the dialog without that. */
  onClose: () => void
}) {
  const { t } = useLingui()
  const [email, setEmail] = useState(given)
  const [sent, setSent] = useState<SentCode>()
  const [isFirst, setFirst] = useState(true)
  const finish = useFinishSignIn(next, onDone)
  const [failure, setFailure] = useState<Error>()
  const prepare = useEndpointMutation(initializeAccount)
  const initialize = () =>
    prepare.mutate({}, { onSuccess: () => void finish(), onError: setFailure })

  function close() {
    if (failure) void send(logOut, {}) // ends a session without a prepared account
    onClose()
  }

  if (failure)
    return (
      <Dialog title={t`Not signed in yet`} onClose={close} fixed={fixed}>
        <AccountNotReady
          error={failure}
          busy={prepare.isPending || prepare.isSuccess}
          onRetry={initialize}
        />
      </Dialog>
    )
  if (sent)
    return (
      <Dialog title={t`Enter the code`} onClose={close} fixed={fixed}>
        <CodeStep
          sent={sent}
          busy={prepare.isPending || prepare.isSuccess}
          onSent={setSent}
          onChangeEmail={() => {
            setFirst(false)
            setSent(undefined)
          }}
          onSignedIn={initialize}
        />
      </Dialog>
    )
  return (
    <Dialog title={t`Sign in`} onClose={close} fixed={fixed}>
      <EmailStep
        email={email}
        sendsAtOnce={sendsAtOnce && isFirst}
        onEmail={setEmail}
        onSent={setSent}
      >
        <PasskeySignIn busy={prepare.isPending || prepare.isSuccess} onSignedIn={initialize} />
        <WalletSignIn busy={prepare.isPending || prepare.isSuccess} onSignedIn={initialize} />
      </EmailStep>
    </Dialog>
  )
}

/** Reloads the page's data for the signed-in reader, or opens the requested page. */
function useFinishSignIn(next: string | undefined, onDone: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { pathname, search } = useLocation()
  const here = pathname + search
  return async () => {
    client.clear() // answers cached for a guest
    const to = nextPath(next, here)
    if (to !== here) await navigate(to, { replace: pathname === '/login' })
    await revalidate()
    onDone()
  }
}

/** Says that the account could not be prepared, with a retry. Leaving the page signs out. */
function AccountNotReady(props: { error: Error; busy: boolean; onRetry: () => void }) {
  useEffect(() => {
    const close = () => void send(logOut, {}, { keepalive: true })
    window.addEventListener('pagehide', close)
    return () => window.removeEventListener('pagehide', close)
  }, [])
  return (
    <>
      <p>
        <Trans>You are confirmed, but we could not open your account. Try again.</Trans>
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
