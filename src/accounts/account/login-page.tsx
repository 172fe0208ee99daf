import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { redirect, useSearchParams } from 'react-router'
import { askOptional, formOf } from '#core/http/ask.ts'
import { guestRefusals } from '#core/errors.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { nextPath } from '#src/ui/next-path.ts'
import type { Route } from './+types/login-page.ts'
import { carryCode, getCurrentAccount } from './account.shared.ts'
import { keepPass } from './kept-pass.shared.ts'
import { useSignIn } from './sign-in.tsx'

type Context = Route.LoaderArgs['context']
const ENTRY = '/coupons/occupations/new'

/** Moves a coupon code from the URL to a cookie, and redirects people who are signed in already. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const code = url.searchParams.get('code')
  if (code !== null) throw await keepCode(context, code)
  const me = await askOptional(context, guestRefusals, getCurrentAccount, {})
  if (me) throw redirect(nextPath(url.searchParams.get('next')))
  return null
}

/** Takes a coupon code from a form, so that it never appears in a URL. */
export async function action({ context, request }: Route.ActionArgs) {
  const code = (await formOf(request)).get('code')
  return keepCode(context, typeof code === 'string' ? code.trim() : '')
}

/** Keeps a coupon code in a cookie, and redirects to the coupon by way of the sign-in. */
async function keepCode(context: Context, code: string): Promise<Response> {
  if (code === '') return redirect(`${ENTRY}?refused=input_invalid`)
  const isKept = await askOptional(context, ['coupon_invalid', 'input_invalid'], carryCode, {
    code,
  })
  return redirect(isKept ? '/login?next=/coupons/occupations' : `${ENTRY}?refused=coupon_invalid`)
}

export default function LoginPage() {
  const { t } = useLingui()
  const signIn = useSignIn()
  const [search] = useSearchParams()
  const next = nextPath(search.get('next'))
  const fixed = search.get('fixed') === 'true'
  useEffect(() => {
    const email = keepPass(window.location.hash)
    signIn({ next, fixed, email })
  }, [next, fixed, signIn])
  return (
    <div className="wrap py-10 sm:py-16">
      <title>{t`Sign in · Renban`}</title>
      <EmptyState
        whole
        title={<Trans>Sign in to buy, rent and collect numbered copies</Trans>}
        actions={
          <>
            <Button look="main" onClick={() => signIn({ next, fixed })}>
              <Trans>Sign in</Trans>
            </Button>
            <LinkButton to="/">
              <Trans>Back to the marketplace</Trans>
            </LinkButton>
          </>
        }
      >
        <p>
          <Trans>We send a 6-digit code to your email. No password needed.</Trans>
        </p>
        <noscript>
          <p>
            <Trans>Turn on JavaScript in your browser to sign in.</Trans>
          </p>
        </noscript>
      </EmptyState>
    </div>
  )
}
