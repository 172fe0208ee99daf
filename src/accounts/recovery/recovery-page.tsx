import { Trans, useLingui } from '@lingui/react/macro'
import { useEndpointMutation } from '#core/http/ask.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { cancelRecoveryByLink } from './recovery.shared.ts'

/**
 * Stops the move of an account, by the link in the mail to its address and without a sign-in. The token stands
 * behind the #, which browsers send to nobody. A visit alone changes nothing: mail programs open links.
 */
export default function RecoveryPage() {
  const { t } = useLingui()
  const { mutate, error, isPending, isSuccess } = useEndpointMutation(cancelRecoveryByLink)
  const stop = () => mutate({ token: window.location.hash.slice(1) || '-' })
  return (
    <div className="wrap py-10 sm:py-16">
      <title>{t`Stop the move of an account · Renban`}</title>
      <meta name="robots" content="noindex" />
      {isSuccess ? (
        <EmptyState
          whole
          title={<Trans>The account stays where it is</Trans>}
          actions={
            <LinkButton to="/contact">
              <Trans>Contact us</Trans>
            </LinkButton>
          }
        >
          <Trans>
            It does not move to another address. Tell us if you never asked for this: someone may
            have tried to take your account.
          </Trans>
        </EmptyState>
      ) : (
        <EmptyState
          whole
          title={<Trans>Stop the move of your account?</Trans>}
          actions={
            <Button look="main" busy={isPending} onClick={stop}>
              <Trans>Stop the move</Trans>
            </Button>
          }
        >
          <p>
            <Trans>
              Your account is about to move to another email address. If you did not ask for this,
              stop it. You then sign in as before.
            </Trans>
          </p>
          <noscript>
            <p>
              <Trans>Turn on JavaScript in your browser to stop it.</Trans>
            </p>
          </noscript>
          <RefusalMessage error={error} />
        </EmptyState>
      )}
    </div>
  )
}
