import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useAsGuest, useReader } from '#src/accounts/account/reader.tsx'
import { useSignIn } from '#src/accounts/account/sign-in.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { useToast } from '#src/ui/toast.tsx'

/** Links to a page for signed-in people. Guests are asked to sign in first and then get there. */
export function SignedInLink({
  to,
  wide,
  children,
}: {
  to: string
  wide?: boolean
  children: ReactNode
}) {
  const reader = useReader()
  const asGuest = useAsGuest()
  const signIn = useSignIn()
  const toast = useToast()
  return (
    <LinkButton
      look="main"
      wide={wide}
      to={to}
      onClick={(event) => {
        if (reader) return
        event.preventDefault()
        if (asGuest) toast({ message: <Trans>Guests are asked to sign in here.</Trans> })
        else signIn({ next: to })
      }}
    >
      {children}
    </LinkButton>
  )
}
