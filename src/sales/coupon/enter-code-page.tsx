import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type SubmitEvent } from 'react'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { formText } from '#src/ui/form-text.ts'
import type { Route } from './+types/enter-code-page.ts'
import { CodeRefused } from './refusals.tsx'
import { CodeInput } from './code-input.tsx'
import { carriedRefusals } from './coupon.shared.ts'

const reasons = ['input_invalid', ...carriedRefusals] as const

/** Reads why a code was refused and sent back here. `input_invalid`: the code was empty. */
export function loader({ url }: Route.LoaderArgs) {
  return { refused: reasons.find((code) => code === url.searchParams.get('refused')) }
}

/**
 * Sends the code as a plain form, so that it works without scripts, and in the body, so that no URL
 * contains it. The sign-in page carries the code on to be redeemed.
 */
export default function RedeemPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const [refused, setRefused] = useState(loaderData.refused)

  function check(event: SubmitEvent<HTMLFormElement>) {
    if (formText(new FormData(event.currentTarget), 'code') !== '') return
    event.preventDefault()
    setRefused('input_invalid')
    event.currentTarget.querySelector('input')?.focus()
  }

  const error =
    refused === 'input_invalid' ? (
      <Trans>Enter the code.</Trans>
    ) : (
      refused && <CodeRefused code={refused} />
    )
  return (
    <div className="wrap-narrow pt-6 pb-16 sm:pt-8">
      <title>{t`Enter a coupon · Renban`}</title>
      <h1 className="text-h1">
        <Trans>Enter a coupon</Trans>
      </h1>
      <p className="mt-2 mb-6 max-w-[66ch] text-ink-2">
        <Trans>Redeem a coupon for a numbered copy or points.</Trans>
      </p>
      <form
        method="post"
        action="/login"
        noValidate
        onSubmit={check}
        className="panel grid max-w-xl gap-5 p-5 sm:p-6"
      >
        <CodeInput error={error} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="main">
            <Trans>Redeem coupon</Trans>
          </Button>
          <LinkButton to="/coupons">
            <Trans>My coupons</Trans>
          </LinkButton>
        </div>
      </form>
    </div>
  )
}
