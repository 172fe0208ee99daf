import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { ask, refusedPage } from '#core/http/ask.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { loadBrand } from '#src/catalog/brand/load-brand.tsx'
import { MailLink, NoticeTable } from '#src/platform/layout/operator-facts.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { Written } from '#src/ui/written.tsx'
import type { Route } from './+types/notice-page.ts'
import { getSellerNotice, type SellerNotice } from './seller-notice.shared.ts'

/** Loads the seller's notice of the brand at an address. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const brand = await loadBrand(context, params.account, url)
  if (!brand.has_seller_notice) throw refusedPage('not_found')
  const { notice } = await ask(context, getSellerNotice, { id: brand.id })
  if (!notice) throw refusedPage('not_found')
  return { brand, notice }
}

/** The notice of a creator who sells as a business (特定商取引法, article 11). */
export default function NoticePage({ loaderData }: Route.ComponentProps) {
  const { brand, notice } = loaderData
  const { t } = useLingui()
  const isOwn = useReader()?.account_id === brand.owner_account_id
  const path = `/brand/${brand.account}`
  return (
    <article className="wrap py-8 sm:py-10">
      <title>{t`Seller’s notice of ${brand.name} · Renban`}</title>
      <meta name="robots" content="noindex" />
      <div className="mx-auto grid max-w-[680px] gap-7">
        <div>
          <p className="mb-1.5 text-small">
            <Link to={path}>
              <bdi>{brand.name}</bdi>
            </Link>
          </p>
          <h1 className="text-h1">
            <Trans>Seller’s notice</Trans>
          </h1>
          <p className="mt-2 text-ink-2">
            <Trans>
              This brand sells as a business. Notice under the Act on Specified Commercial
              Transactions.
            </Trans>
          </p>
        </div>
        <SellerNoticeTable notice={notice} />
        <p className="text-small text-ink-2">
          <Trans>
            Published <DateTime at={notice.began_at} detail="day" />. It does not apply to copies
            that other owners resell. <Link to="/legal">Notice of the marketplace</Link>
          </Trans>
        </p>
        {isOwn && (
          <p>
            <LinkButton to={`/brand/seller?account=${brand.account}`}>
              <Trans>Change the notice</Trans>
            </LinkButton>
          </p>
        )}
      </div>
    </article>
  )
}

/** Lists what a notice says. Payment and technical needs are those of the marketplace. */
export function SellerNoticeTable({ notice }: { notice: SellerNotice }) {
  const { t } = useLingui()
  const { seller, name, representative, address, phone, email } = notice
  const onRequest = t`Disclosed without delay on request by email`
  return (
    <NoticeTable
      rows={[
        [seller === 'company' ? t`Company` : t`Name`, <Written key="v" text={name} />],
        ...(representative
          ? [[t`Person responsible`, <Written key="v" text={representative} />] as const]
          : []),
        [t`Address`, address ? <Written key="v" text={address} /> : onRequest],
        [
          t`Phone`,
          phone ? (
            <a key="v" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className="underline">
              <bdi dir="ltr">{phone}</bdi>
            </a>
          ) : (
            onRequest
          ),
        ],
        [t`Email`, <MailLink key="v" email={email} />],
        [t`Price`, <Written key="v" text={notice.price_terms} />],
        [t`Other costs`, <Written key="v" text={notice.cost_terms} />],
        [
          t`Payment`,
          t`Renban takes the payment for the seller, by credit card or from the balance, when you confirm the purchase.`,
        ],
        [t`Delivery`, <Written key="v" text={notice.delivery_terms} />],
        [t`Returns`, <Written key="v" text={notice.return_terms} />],
      ]}
    />
  )
}
