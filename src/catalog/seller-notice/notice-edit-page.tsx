import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ask } from '#core/http/ask.ts'
import type { Brand } from '#src/catalog/brand/brand.shared.ts'
import { FormLayout } from '#src/catalog/brand/form-layout.tsx'
import { loadOwnBrand } from '#src/catalog/brand/own-lists.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { Section } from '#src/ui/section.tsx'
import type { Route } from './+types/notice-edit-page.ts'
import { NoticeForm } from './notice-form.tsx'
import { SellerNoticeTable } from './notice-page.tsx'
import { listSellerNotices, type SellerNotice } from './seller-notice.shared.ts'

const EndNoticeDialog = lazyDialog(() => import('./end-notice-dialog.tsx'), 'EndNoticeDialog')

const EARLIER_MAX = 100

/** Loads the creator's brand `?account=` with the notices that it has and had. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const account = url.searchParams.get('account') ?? ''
  const brand = await loadOwnBrand(context, account.toLowerCase())
  const { items } = await ask(context, listSellerNotices, { id: brand.id, limit: EARLIER_MAX })
  return { brand, notices: items }
}

export default function NoticeEditPage({ loaderData }: Route.ComponentProps) {
  const { brand, notices } = loaderData
  const { t } = useLingui()
  const current = notices.find(({ ended_at }) => ended_at === null)
  return (
    <FormLayout
      title={t`Seller’s notice · Renban`}
      heading={<Trans>Seller’s notice of {brand.name}</Trans>}
      link={
        current && (
          <LinkButton small to={`/brand/${brand.account}/seller`}>
            <Trans>Open the notice</Trans>
          </LinkButton>
        )
      }
    >
      <p className="text-ink-2">
        <Trans>
          Japanese law requires this notice from creators who sell as a business. Everyone can read
          it on your brand’s page and before they pay.
        </Trans>
      </p>
      <NoticeForm brand={brand} current={current} />
      {current && <EndNotice brand={brand} />}
      <Earlier notices={notices.filter(({ ended_at }) => ended_at !== null)} />
    </FormLayout>
  )
}

function EndNotice({ brand }: { brand: Brand }) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  return (
    <Section
      title={t`I no longer sell as a business`}
      hint={t`The notice disappears from your brand’s page. You can still read it here.`}
    >
      <p>
        <Button onClick={() => setAsking(true)}>
          <Trans>Remove the notice</Trans>
        </Button>
      </p>
      {isAsking && <EndNoticeDialog brand={brand} onClose={() => setAsking(false)} />}
    </Section>
  )
}

/** The former notices, each with the time in which it was shown. */
function Earlier({ notices }: { notices: readonly SellerNotice[] }) {
  const { t } = useLingui()
  if (notices.length === 0) return null
  return (
    <Section title={t`Earlier notices`} hint={t`Only you see them.`}>
      {notices.map((notice) => (
        <details key={notice.id}>
          <summary className="min-h-11 cursor-pointer py-2.5">
            <DateTime at={notice.began_at} /> – <DateTime at={notice.ended_at!} />
          </summary>
          <SellerNoticeTable notice={notice} />
        </details>
      ))}
    </Section>
  )
}
