import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { redirect } from 'react-router'
import { ask, askOptional } from '#core/http/ask.ts'
import { useSentUntilAnswered } from '#core/http/sent-until-answered.tsx'
import { guestRefusals } from '#core/errors.ts'
import { email as emailAddress } from '#core/email.shared.ts'
import { carryCode, getCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { useSignIn } from '#src/accounts/account/sign-in.tsx'
import { lastNumber } from '#src/catalog/asset/edition.shared.ts'
import { localeOf } from '#src/i18n/language.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'
import { TextField } from '#src/ui/field.tsx'
import { formText } from '#src/ui/form-text.ts'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { takeFocus } from '#src/ui/take-focus.tsx'
import { Tile } from '#src/ui/tile.tsx'
import type { Route } from './+types/claim-page.ts'
import { CLAIM_PATH } from './batch-address.shared.ts'
import { type CarriedCoupon, claimCoupon, getCarriedCoupon } from './coupon.shared.ts'
import { useGiftWords } from './gift.tsx'
import { CodeRefused } from './refusals.tsx'

const TAKE_PATH = '/coupons/occupations'

/**
 * Moves the code from the address to a cookie, and loads what it gives. People who are signed in get
 * the gift at once; a code that is not a festival's is redeemed after the sign-in.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const code = url.searchParams.get('code')
  if (code !== null) {
    await askOptional(context, ['coupon_invalid', 'input_invalid'], carryCode, { code })
    throw redirect(CLAIM_PATH)
  }
  if (await askOptional(context, guestRefusals, getCurrentAccount, {})) throw redirect(TAKE_PATH)
  const carried = await ask(context, getCarriedCoupon, {})
  if (!carried) throw redirect('/coupons/occupations/new')
  if (carried.refused === 'coupon_invalid') throw redirect(`/login?next=${TAKE_PATH}`)
  return carried
}

export default function ClaimPage({ loaderData: { code, coupon, refused } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <div className="wrap-narrow grid gap-6 pt-6 pb-16 sm:pt-10">
      <title>{t`Claim your copy · Renban`}</title>
      <meta name="robots" content="noindex" />
      {coupon ? (
        <Claim code={code} coupon={coupon} />
      ) : (
        <>
          <h1 className="text-h1">
            <Trans>Claim your copy</Trans>
          </h1>
          <Note tone="bad">
            <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
              {refused && <CodeRefused code={refused} />}
              <LinkButton to="/coupons/occupations/new" small>
                <Trans>Enter another code</Trans>
              </LinkButton>
            </div>
          </Note>
        </>
      )}
    </div>
  )
}

/** Shows the gift, and asks for the address or, once it is claimed, for the sign-in. */
function Claim({ code, coupon }: { code: string; coupon: NonNullable<CarriedCoupon['coupon']> }) {
  const claim = useSentUntilAnswered(claimCoupon, `coupon claim ${code}`)
  const [isCorrecting, setCorrecting] = useState(false)
  const [hasActed, setActed] = useState(false)
  const words = useGiftWords()
  const email = claim.reply?.email ?? coupon.email
  const gives = claim.reply?.gives ?? coupon.gives
  return (
    <>
      <Gift gives={gives} tile={coupon.tile} />
      <h1 className="text-center text-h1 wrap-anywhere">{words(gives)}</h1>
      <div className="mx-auto grid w-full max-w-120 gap-4">
        {email && !isCorrecting && !claim.isSending ? (
          <Claimed
            email={email}
            hasFocus={hasActed}
            onCorrect={() => {
              setActed(true)
              setCorrecting(true)
            }}
          />
        ) : (
          <AddressForm
            initial={email ?? ''}
            hasFocus={isCorrecting}
            busy={claim.isSending}
            onAddress={(address, lang) => {
              setActed(true)
              setCorrecting(false)
              claim.submit({ id: code, email: address, lang })
            }}
          />
        )}
        <output className="text-center text-small text-ink-2 empty:hidden">
          {claim.isQueued && (
            <Trans>
              The connection is weak. Your claim is kept on this page. We keep trying to send it.
            </Trans>
          )}
        </output>
        <RefusalMessage error={claim.refusal ?? null} />
        <p className="text-center text-small text-ink-2">
          <Trans>
            You can claim it until <UpcomingDateTime at={coupon.expires_at} />.
          </Trans>
        </p>
      </div>
    </>
  )
}

function Gift({ gives, tile }: Pick<NonNullable<CarriedCoupon['coupon']>, 'gives' | 'tile'>) {
  if (!tile) return null
  return (
    <div className="mx-auto w-full max-w-64">
      <Tile
        obi={{
          colour: tile.obi ?? 'sumi',
          of: tile.copies_count,
          last: lastNumber(tile),
          name: null,
          number: gives.number ?? undefined,
          owned: false,
        }}
        media={tile.media_type}
        poster={tile.poster}
        sizes="256px"
        eager
      />
    </div>
  )
}

function AddressForm(props: {
  initial: string
  /** Takes the focus as it appears. */
  hasFocus: boolean
  busy: boolean
  onAddress: (email: string, lang: ReturnType<typeof localeOf>) => void
}) {
  const { t, i18n } = useLingui()
  const [error, setError] = useState<ReactNode>()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (props.busy) return
    const typed = formText(new FormData(event.currentTarget), 'email')
    const checked = emailAddress.safeParse(typed)
    setError(!checked.success && <Trans>Enter an email address such as name@example.jp.</Trans>)
    if (checked.success) props.onAddress(checked.data, localeOf(i18n))
    else event.currentTarget.querySelector('input')?.focus()
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4.5">
      <TextField
        ref={props.hasFocus ? takeFocus : undefined}
        label={t`Email`}
        hint={t`We reserve it for this address. It costs you nothing.`}
        name="email"
        type="email"
        autoComplete="email"
        placeholder="name@example.jp"
        dir="ltr"
        defaultValue={props.initial}
        error={error}
      />
      <Button type="submit" look="main" wide busy={props.busy}>
        <Trans>Claim it</Trans>
      </Button>
    </form>
  )
}

/** Says for whom the gift is reserved, and offers to sign in and take it. */
function Claimed(props: {
  email: string
  /** Takes the focus as it appears. */
  hasFocus: boolean
  onCorrect: () => void
}) {
  const { email, hasFocus, onCorrect } = props
  const signIn = useSignIn()
  return (
    <>
      <Note>
        <output ref={hasFocus ? takeFocus : undefined} tabIndex={-1} className="wrap-anywhere">
          <Trans>
            Reserved for <strong>{email}</strong>. Sign in with the code that we email to you, and
            it is yours.
          </Trans>
        </output>
      </Note>
      <Button
        look="main"
        wide
        onClick={() => signIn({ next: TAKE_PATH, email, sendsAtOnce: true })}
      >
        <Trans>Get the 6-digit code</Trans>
      </Button>
      <Button wide onClick={onCorrect}>
        <Trans>Correct the address</Trans>
      </Button>
    </>
  )
}
