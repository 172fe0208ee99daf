import { Trans, useLingui } from '@lingui/react/macro'
import { ask } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { UnsavedParts } from '#src/ui/unsaved-changes.tsx'
import type { Route } from './+types/brand-create-page.ts'
import { BrandForm } from './brand-form.tsx'
import { listBrands } from './brand.shared.ts'
import { FormLayout } from './form-layout.tsx'
import { loadOwnAssets } from './own-lists.tsx'

/** Loads the creator's titles without a brand, which may join the new one. */
export async function loader({ context }: Route.LoaderArgs) {
  const [titles, { total }] = await Promise.all([
    loadOwnAssets(context),
    ask(context, listBrands, { limit: 1 }),
  ])
  return { titles: titles.filter(({ brand_id }) => brand_id === null), brands: total }
}

export default function BrandCreatePage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { titles, brands } = loaderData
  const ownBrands = (
    <LinkButton to="/brand/edit" small>
      <Trans>Your brands</Trans>
    </LinkButton>
  )
  return (
    <FormLayout
      title={t`Create a brand · Renban`}
      heading={<Trans>Create a brand</Trans>}
      link={brands > 0 && ownBrands}
    >
      <UnsavedParts>
        <BrandForm titles={titles} />
      </UnsavedParts>
    </FormLayout>
  )
}
