import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { isRefusal } from '#core/errors.ts'
import { allowedUse, balanceRule, CARD_MAXIMUM } from '#core/money.ts'
import { useSignIn } from '#src/accounts/account/sign-in.tsx'
import type { getBalance } from '#src/ledger/ledger.shared.ts'
import { useLeaving } from '#src/sales/purchase/paying.tsx'
import { CardMaximum, Payment } from '#src/sales/purchase/payment.tsx'
import type { getSettings } from '#src/platform/settings/settings.shared.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { convertTyped } from '#src/ui/typed-text.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { localeOf } from '#src/i18n/language.ts'
import type { Draw } from './draw-page.tsx'
import { randomlyPurchase } from './draw.shared.ts'

interface Props {
  id: string
  draw: Draw
  price: number
  balance: ReplyOf<typeof getBalance> | null
  settings: ReplyOf<typeof getSettings>
}

/** Asks for the number of copies and the payment, and draws. Guests are asked to sign in first. */
export function DrawForm(props: Props) {
  const { id, balance } = props
  const { t } = useLingui()
  const signIn = useSignIn()
  return (
    <section aria-label={t`Payment`} className="panel grid gap-5 p-5 sm:p-6">
      {balance ? (
        <SignedIn {...props} balance={balance} />
      ) : (
        <>
          <p className="text-ink-2">
            <Trans>Sign in to draw. We will then fix your seed and show you its hash.</Trans>
          </p>
          <Button look="main" wide onClick={() => signIn({ next: `/group/${id}/draw` })}>
            <Trans>Sign in</Trans>
          </Button>
        </>
      )}
    </section>
  )
}

function SignedIn(props: Props & { balance: NonNullable<Props['balance']> }) {
  const { draw, price, balance, settings } = props
  const { t } = useLingui()
  const { card_minimum: cardMinimum } = settings
  const most = Math.min(draw.most, draw.remaining)
  const [wanted, setWanted] = useState(1)
  const [word, setWord] = useState<string>()
  const copies = Math.min(wanted, most)
  const total = price * copies
  const rule = balanceRule(total, balance.total, cardMinimum)
  const [requested, setRequested] = useState(0)
  const used = rule ? allowedUse(requested, rule, { price: total, cardMinimum }) : 0
  const minutes = Math.floor(settings.checkout_hold_seconds / 60)
  const { buy, error, isBusy } = useDrawing(props, { copies, used, word })
  return (
    <>
      <HowMany copies={copies} most={most} onChange={setWanted} />
      {rule ? (
        <>
          <Payment
            rule={rule}
            balance={balance}
            used={used}
            cardMinimum={cardMinimum}
            price={total}
            onUse={setRequested}
          />
          <Fairness draw={draw} word={word} onWord={setWord} />
          <NotDrawn error={error} />
          {total - used > CARD_MAXIMUM ? (
            <CardMaximum price={total} balance={balance} />
          ) : (
            <Button look="main" wide busy={isBusy} onClick={buy}>
              {copies === 1
                ? t`Draw 1 copy for ${formatYen(total)}`
                : t`Draw ${copies} copies for ${formatYen(total)}`}
            </Button>
          )}
        </>
      ) : (
        <Note tone="warn">
          <Trans>
            The card minimum is {formatYen(cardMinimum)}, and your balance of{' '}
            {formatYen(balance.total)} does not cover {formatYen(total)}.
          </Trans>
        </Note>
      )}
      <LinkButton to={`/group/${props.id}`} wide>
        <Trans>Back to the group</Trans>
      </LinkButton>
      {rule && used < total && (
        <p className="text-hint text-ink-2">
          <Trans>
            You pay by card on the next page. We hold your copies for {minutes} minutes.
          </Trans>
        </p>
      )}
    </>
  )
}

/** Says why nothing was drawn, with a link to a draw that is still being paid for. */
function NotDrawn({ error }: { error: Error | null }) {
  const unpaid = isRefusal(error) && error.code === 'draw_unpaid' ? error.params : undefined
  return (
    <>
      <RefusalMessage error={error} />
      {unpaid && (
        <LinkButton small to={`/payment/purchase/${unpaid.kid}?no=${unpaid.number}`}>
          <Trans>Continue that payment</Trans>
        </LinkButton>
      )}
    </>
  )
}

function HowMany(props: { copies: number; most: number; onChange: (copies: number) => void }) {
  const { copies, most, onChange } = props
  const { t } = useLingui()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        small
        aria-label={t`One fewer`}
        aria-disabled={copies <= 1}
        onClick={() => onChange(Math.max(1, copies - 1))}
      >
        −
      </Button>
      <p className="min-w-24 text-center" aria-live="polite">
        <b className="text-h2">
          <Plural value={copies} one="# copy" other="# copies" />
        </b>
      </p>
      <Button
        small
        aria-label={t`One more`}
        aria-disabled={copies >= most}
        onClick={() => onChange(Math.min(most, copies + 1))}
      >
        +
      </Button>
      <p className="text-small text-ink-2">
        <Trans>Up to {most} at a time</Trans>
      </p>
    </div>
  )
}

/** Explains how the draw is made fair, with the commitment and a field for the client seed. */
function Fairness(props: { draw: Draw; word: string | undefined; onWord: (word: string) => void }) {
  const { draw, word, onWord } = props
  return (
    <details className="text-small">
      <summary className="cursor-pointer font-semibold">
        <Trans>How the draw works</Trans>
      </summary>
      <div className="mt-3 grid gap-3 text-ink-2">
        <p>
          <Trans>The secret seed of your next draw is already fixed. Its SHA-256 hash is:</Trans>
        </p>
        <p className="font-mono text-hint break-all text-ink">{draw.commitment}</p>
        <TextField
          label={<Trans>Your word</Trans>}
          hint={
            <Trans>
              We mix it into the draw, so that no one can predict the result. Use letters, digits, -
              and _. If you leave it empty, your browser picks one.
            </Trans>
          }
          optional
          maxLength={64}
          value={word ?? ''}
          {...convertTyped(wordOf, onWord)}
        />
        <p>
          <Trans>
            After you pay, we publish the seed so that your browser can repeat the draw. If you do
            not pay, your next draw uses the same seed.
          </Trans>
        </p>
      </div>
    </details>
  )
}

const wordOf = (typed: string) => typed.replaceAll(/[^\w-]/g, '')

function useDrawing(
  { id, draw, price }: Props,
  { copies, used, word }: { copies: number; used: number; word: string | undefined },
) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const refetchAll = useRefetchAll()
  const { mutate, error, isPending } = useEndpointMutation(randomlyPurchase, {
    afterRefusal: refetchAll,
  })
  const [isLeaving, leave] = useLeaving()
  const [ownWord] = useState(randomSeed) // kept, so that a second press repeats the draw
  const buy = () =>
    mutate(
      {
        group_id: id,
        number_of_purchases: copies,
        balance_to_use: used,
        price,
        client_seed: word || ownWord,
        lang: localeOf(i18n),
        ...(draw.commitment && { commitment: draw.commitment }),
      },
      {
        onSuccess: ({ url, purchase_id }) => {
          leave()
          if (url) window.location.assign(url)
          else
            void navigate(`/payment/purchase/success/-?purchase=${purchase_id}`, { replace: true })
        },
      },
    )
  return { buy, error, isBusy: isPending || isLeaving }
}

function randomSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
