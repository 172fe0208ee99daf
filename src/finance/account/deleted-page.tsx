import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'

/** Says farewell after an account was deleted. It needs no sign-in. */
export default function DeletedPage() {
  const { t } = useLingui()
  return (
    <div className="wrap py-8 sm:py-10">
      <title>{t`Account deleted · Renban`}</title>
      <div className="mx-auto max-w-[680px]">
        <EmptyState
          whole
          title={<Trans>Your account is deleted</Trans>}
          actions={
            <LinkButton to="/">
              <Trans>To the home page</Trans>
            </LinkButton>
          }
        >
          <Trans>We sent you a last email to confirm it. You can sign up again at any time.</Trans>
        </EmptyState>
      </div>
    </div>
  )
}
