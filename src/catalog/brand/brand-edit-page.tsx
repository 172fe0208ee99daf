import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { Link, redirect, useNavigate } from 'react-router'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { AFTER_SAVING, UnsavedParts } from '#src/ui/unsaved-changes.tsx'
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
        <EditBrand key={brand.id} brand={brand} titles={titles} />
      ) : (
        <ChooseBrand brands={brands} />
      )}
    </FormLayout>
  )
}

/**
 * Edits a brand, and asks for its badge. After a change the page stays while what was written for the badge
 * is not sent yet, and leads to it.
 */
function EditBrand({ brand, titles }: { brand: Brand; titles: readonly Asset[] }) {
  const { t } = useLingui()
  const toast = useToast()
  const navigate = useNavigate()
  const evidence = useRef<HTMLTextAreaElement>(null)
  const [saves, setSaves] = useState(0)

  function stays({ name, account }: Brand): boolean {
    const field = evidence.current
    if (!field?.value.trim()) return false
    toast({ message: t`${name} was saved. Your request for the badge has not been sent yet.` })
    void (async () => {
      const path = `?account=${account}` // it may be new
      await navigate(path, { ...AFTER_SAVING, replace: true, preventScrollReset: true })
      setSaves((n) => n + 1)
      field.focus()
    })()
    return true
  }
  return (
    <UnsavedParts>
      <BrandForm key={saves} brand={brand} titles={titles} stays={stays} />
      <VerificationSection id={brand.id} field={evidence} />
    </UnsavedParts>
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
