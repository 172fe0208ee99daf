import { Trans, useLingui } from '@lingui/react/macro'
import { ask } from '#core/http/ask.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Pagination, pageFromSearch } from '#src/ui/pagination.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { Qr } from '#src/ui/qr.tsx'
import type { Route } from './+types/sheet-page.ts'
import { csvAddress } from './batch-address.shared.ts'
import { type Batch, getBatch, type PrintedCoupon } from './coupon.shared.ts'
import { useGiftWords } from './gift.tsx'

const ROWS = 60
const sizes = ['small', 'large'] as const

/**
 * Loads a batch's codes as cards to print and cut out, or large, two on a page, to be scanned from a
 * desk. Codes that were entered are left out.
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const page = pageFromSearch(url.searchParams)
  const size = sizes.find((one) => one === url.searchParams.get('size')) ?? 'small'
  const query = { id: params.id, offset: page * ROWS, limit: ROWS }
  return { page, size, ...(await ask(context, getBatch, query)) }
}

export default function SheetPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page, size, batch, items, total } = loaderData
  const isLarge = size === 'large'
  const { name } = batch
  const free = items.filter(({ address }) => address !== null)
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8 print:p-0">
      <title>{t`Coupons of ${name} · Renban`}</title>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4 print:hidden">
        <div>
          <h1 className="text-h1 wrap-anywhere">
            <bdi>{name}</bdi>
          </h1>
          <p className="mt-1 text-small text-ink-2">
            <Trans>Anyone who sees a code can use it. Keep this sheet private.</Trans>
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <LinkButton to="/coupons/batches" icon="back">
            <Trans>All batches</Trans>
          </LinkButton>
          <LinkButton to={isLarge ? '?' : '?size=large'}>
            {isLarge ? <Trans>Small cards</Trans> : <Trans>Large codes</Trans>}
          </LinkButton>
          <LinkButton to={csvAddress(batch.id)} reloadDocument download icon="download">
            <Trans>CSV</Trans>
          </LinkButton>
          {free.length > 0 && (
            <Button look="main" onClick={() => window.print()}>
              <Trans>Print {free.length}</Trans>
            </Button>
          )}
        </div>
      </div>
      {free.length === 0 && (
        <EmptyState title={<Trans>No codes left to print</Trans>}>
          <Trans>All codes on this page have been used or have expired.</Trans>
        </EmptyState>
      )}
      <ul
        className={
          isLarge
            ? 'grid grid-cols-1 gap-3 lg:grid-cols-2 print:grid-cols-1 print:gap-0'
            : 'grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-2 print:gap-0'
        }
      >
        {free.map((coupon) =>
          isLarge ? (
            <LargeCode key={coupon.id} batch={batch} coupon={coupon} />
          ) : (
            <CouponCard key={coupon.id} batch={batch} coupon={coupon} />
          ),
        )}
      </ul>
      <div className="mt-6 print:hidden">
        <Pagination
          page={page}
          count={Math.ceil(total / ROWS)}
          hrefOf={(to) => `?${isLarge ? 'size=large&' : ''}page=${to}`}
        />
      </div>
    </div>
  )
}

/** Renders one coupon as a card to cut out. */
function CouponCard({ batch, coupon }: { batch: Batch; coupon: PrintedCoupon }) {
  const { t } = useLingui()
  const words = useGiftWords()
  const { code, address, number } = coupon
  return (
    <li className="grid break-inside-avoid grid-cols-[5.5rem_1fr] gap-3 border border-dashed border-line-2 bg-sheet p-3 sm:grid-cols-[7.5rem_1fr] sm:gap-4 sm:p-4">
      <Qr text={address!} label={t`QR code of ${code}`} />
      <div className="grid min-w-0 content-between gap-2">
        <div>
          <p className="text-small text-ink-2 wrap-anywhere">
            <bdi>{batch.name}</bdi>
          </p>
          <p className="font-semibold wrap-anywhere">{words({ ...batch, number })}</p>
        </div>
        <div>
          <p className="amount text-label whitespace-normal">{code}</p>
          <p className="mt-1 text-hint text-ink-2">
            <Trans>
              Valid until <DateTime at={batch.expires_at} detail="day" />
            </Trans>
          </p>
        </div>
      </div>
    </li>
  )
}

/** Renders one coupon on half a page, to be scanned from an arm's length. */
function LargeCode({ batch, coupon }: { batch: Batch; coupon: PrintedCoupon }) {
  const { t } = useLingui()
  const words = useGiftWords()
  const { code, address, number } = coupon
  return (
    <li className="grid break-inside-avoid content-center justify-items-center gap-4 border border-dashed border-line-2 bg-sheet p-5 text-center print:h-[13.2cm]">
      <p className="text-lead font-semibold wrap-anywhere">{words({ ...batch, number })}</p>
      <div className="w-full max-w-72 print:w-[8cm]">
        <Qr text={address!} label={t`QR code of ${code}`} />
      </div>
      <p className="amount text-h1 whitespace-normal">{code}</p>
      <p className="text-small text-ink-2 wrap-anywhere">
        <bdi>{batch.name}</bdi> · <Trans>Scan it with your phone</Trans>
      </p>
    </li>
  )
}
