import { Trans, useLingui } from '@lingui/react/macro'
import { Link, redirect } from 'react-router'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Route } from './+types/brand-edit-page.ts'
import { BrandForm } from './brand-form.tsx'
import type { Brand } from './brand.shared.ts'
import { FormLayout } from './form-layout.tsx'
import { VerificationSection } from './verification-section.tsx'
import { loadOwnAssets, loadOwnBrand, loadOwnBrands } from './own-lists.tsx'

/**
 * Loads the creator's brand `?account=` with the titles that may be in it. Without `?account=`, an
 * only brand is opened and several are listed.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const account = url.searchParams.get('account')?.toLowerCase()
  const [own, titles] = await Promise.all([loadOwnBrands(context), loadOwnAssets(context)])
  if (account === undefined && own.length === 1)
    throw redirect(`/brand/edit?account=${own[0]!.account}`)
  const brand = account === undefined ? null : await loadOwnBrand(context, account, own)
  const free = titles.filter(({ brand_id }) => brand_id === null || brand_id === brand?.id)
  return { brands: own, brand, titles: free }
}

export default function BrandEditPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { brands, brand, titles } = loaderData
  return (
    <FormLayout
      title={t`Edit brand · Renban`}
      heading={brand ? <Trans>Edit {brand.name}</Trans> : <Trans>Edit a brand</Trans>}
      link={
        brand && (
          <LinkButton small to={`/brand/seller?account=${brand.account}`}>
            <Trans>Seller’s notice</Trans>
          </LinkButton>
        )
      }
    >
      {brand ? (
        <>
          <BrandForm key={brand.id} brand={brand} titles={titles} />
          <VerificationSection key={`${brand.id} badge`} id={brand.id} />
        </>
      ) : (
        <ChooseBrand brands={brands} />
      )}
    </FormLayout>
  )
}

function ChooseBrand({ brands }: { brands: readonly Brand[] }) {
  if (brands.length === 0)
    return (
      <EmptyState
        title={<Trans>No brands yet</Trans>}
        actions={
          <LinkButton to="/brand/create" look="main">
            <Trans>Create a brand</Trans>
          </LinkButton>
        }
      />
    )
  return (
    <ul className="panel">
      {brands.map(({ id, account, name }) => (
        <li key={id} className="border-t border-line first:border-t-0">
          <Link
            to={`?account=${account}`}
            className="flex min-h-12 items-center gap-3 px-5 wrap-anywhere"
          >
            <bdi>{name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  )
}
