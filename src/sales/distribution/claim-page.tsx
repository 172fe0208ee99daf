import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ask, REFETCH_MS, useLiveQuery, useRefetchAll } from '#core/http/ask.ts'
import { localeOf } from '#src/i18n/language.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { useSignIn } from '#src/accounts/account/sign-in.tsx'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { SocialTags } from '#src/ui/social-tags.tsx'
import { Note, StateTag } from '#src/ui/state-tag.tsx'
import { NameOfBrand } from '#src/ui/verified-badge.tsx'
import type { Route } from './+types/claim-page.ts'
import { type DistributionOffer, getOffer } from './distribution.shared.ts'
import { useSentUntilAnswered } from '#core/http/sent-until-answered.tsx'

/** Loads a free distribution for anybody who has its link. */
export const loader = ({ context, params }: Route.LoaderArgs) =>
  ask(context, getOffer, { id: params.id })

export default function ClaimPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { id } = loaderData
  const offer = useLiveQuery(
    getOffer,
    { id },
    { initial: loaderData, refetchInterval: REFETCH_MS.status },
  )
  const { title, poster, remaining, copies } = offer
  const name = offer.brand ?? offer.creator
  const giver = <NameOfBrand brand={{ name, is_verified: offer.brand_is_verified }} />
  return (
    <div className="wrap-narrow grid gap-6 pt-6 pb-16 sm:pt-8">
      <title>{t`A copy of ${title} for free · Renban`}</title>
      <SocialTags
        title={title}
        description={t`Get a numbered copy for free.`}
        path={`/distributions/${id}`}
        picture={poster}
        things={[{ '@type': 'Product' }]}
      />
      {poster && (
        <div className="mx-auto w-full max-w-120">
          <Picture source={poster} alt="" sizes="(width < 32rem) 100vw, 480px" eager shape="own" />
        </div>
      )}
      <div className="grid gap-2 text-center">
        <p className="text-small text-ink-2">
          <Trans>{giver} is giving you</Trans>
        </p>
        <h1 className="text-d1 wrap-anywhere">
          <bdi>{title}</bdi>
        </h1>
        {remaining > 0 && (
          <p className="text-ink-2">
            <Plural
              value={copies}
              one={`${remaining} of # numbered copy left`}
              other={`${remaining} of # numbered copies left`}
            />
          </p>
        )}
        {offer.designated && (
          <p>
            <StateTag tone="mine">
              <Trans>Reserved for you</Trans>
            </StateTag>
          </p>
        )}
      </div>
      <div className="mx-auto grid w-full max-w-120 gap-4">
        <Claim offer={offer} />
      </div>
    </div>
  )
}

/** Shows what the visitor can do: sign in, claim, open what they have, or why nothing is possible. */
function Claim({ offer }: { offer: DistributionOffer }) {
  const { i18n } = useLingui()
  const reader = useReader()
  const signIn = useSignIn()
  const { id, kid, creator_account_id: owner_account_id, asset_token_id, mine, reason } = offer
  const refetchAll = useRefetchAll()
  const name = `claim ${id} ${reader?.account_id ?? ''}`
  const claim = useSentUntilAnswered(purchaseForFree, name, { afterReply: refetchAll })
  const isOver = reason === 'nothing_left' || reason === 'distribution_closed'
  const isServed = mine.length > 0 && (isOver || reason === 'max_holding_reached')
  const mayClaim = asset_token_id !== null && !claim.isSending
  const what = { kid, owner_account_id, asset_sale_price: 0, balance_to_use: 0 }
  const lang = localeOf(i18n)
  return (
    <>
      {mine.map((number) => (
        <LinkButton key={number} look="main" wide to={`/asset/${kid}?no=${number}`}>
          <Trans>Open No. {number}</Trans>
        </LinkButton>
      ))}
      {reason && !isServed && (
        <Note tone={isOver || reason === 'own_serial' ? 'plain' : 'warn'}>
          <Reason reason={reason} />
        </Note>
      )}
      {reason === 'own_serial' && (
        <LinkButton look="main" wide to={`/asset/distributions/${id}`}>
          <Trans>See the free distribution</Trans>
        </LinkButton>
      )}
      {!reason && !reader && (
        <Button look="main" wide onClick={() => signIn({ next: `/distributions/${id}` })}>
          <Trans>Sign in to get your copy</Trans>
        </Button>
      )}
      {!reason && !reader && offer.restricted && (
        <p className="text-center text-small text-ink-2">
          <Trans>
            For invited people only. Sign in with the email address that received the invitation.
          </Trans>
        </p>
      )}
      {!reason && reader && (
        <Button
          look={mine.length > 0 ? 'other' : 'main'}
          wide
          busy={claim.isSending}
          onClick={() => mayClaim && claim.submit({ ...what, asset_token_id, lang })}
        >
          {mine.length > 0 ? <Trans>Get another copy</Trans> : <Trans>Get your copy</Trans>}
        </Button>
      )}
      <output className="text-center text-small text-ink-2 empty:hidden">
        {claim.isQueued && (
          <Trans>
            The connection is weak. We keep trying. You get one copy, even if it takes a while.
          </Trans>
        )}
      </output>
      <RefusalMessage error={claim.refusal ?? null} />
      <p className="text-center text-small">
        <Link to={`/asset/${kid}`}>
          <Trans>About this title</Trans>
        </Link>
      </p>
    </>
  )
}

function Reason({ reason }: { reason: NonNullable<DistributionOffer['reason']> }): ReactNode {
  const words: Record<typeof reason, ReactNode> = {
    not_designated_acquirer: (
      <Trans>
        The creator reserved these copies for other people. If you were invited, sign in with the
        email address that received the invitation.
      </Trans>
    ),
    max_holding_reached: <Trans>You have reached the limit of copies per person.</Trans>,
    region_unavailable: <Trans>This title can only be collected and watched in Japan.</Trans>,
    nothing_left: <Trans>All copies have been claimed.</Trans>,
    distribution_closed: <Trans>This free distribution has ended.</Trans>,
    own_serial: <Trans>This is your own free distribution. Send the link to other people.</Trans>,
  }
  return words[reason]
}
