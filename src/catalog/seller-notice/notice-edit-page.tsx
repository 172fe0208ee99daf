import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { ask, useEndpointMutation } from '#core/http/ask.ts'
import { FormLayout } from '#src/catalog/brand/form-layout.tsx'
import { loadOwnBrand } from '#src/catalog/brand/own-lists.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { AFTER_SAVING } from '#src/ui/unsaved-changes.tsx'
import type { Route } from './+types/notice-edit-page.ts'
import { NoticeForm } from './notice-form.tsx'
import { SellerNoticeTable } from './notice-page.tsx'
import { endSellerNotice, listSellerNotices, type SellerNotice } from './seller-notice.shared.ts'

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
      <NoticeForm key={current?.id ?? 0} brand={brand} current={current} />
      {current && <EndNotice id={brand.id} path={`/brand/${brand.account}`} />}
      <Earlier notices={notices.filter(({ ended_at }) => ended_at !== null)} />
    </FormLayout>
  )
}

function EndNotice({ id, path }: { id: string; path: string }) {
  const { t } = useLingui()
  const toast = useToast()
  const navigate = useNavigate()
  const { mutate, error, isPending, isSuccess } = useEndpointMutation(endSellerNotice)
  const end = () =>
    mutate(
      { id },
      {
        onSuccess: () => {
          toast({ message: t`The notice is no longer shown.` })
          void navigate(path, AFTER_SAVING)
        },
      },
    )
  return (
    <Section
      title={t`I no longer sell as a business`}
      hint={t`The notice disappears from your brand’s page. You can still read it here.`}
    >
      <RefusalMessage error={error} />
      <p>
        <Button busy={isPending || isSuccess} onClick={end}>
          <Trans>Remove the notice</Trans>
        </Button>
      </p>
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
