import { Trans, useLingui } from '@lingui/react/macro'
import { Link, redirect, useNavigate } from 'react-router'
import { refusedPage, useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { AFTER_SAVING } from '#src/ui/unsaved-changes.tsx'
import type { Route } from './+types/brand-edit-page.ts'
import { BrandForm } from './brand-form.tsx'
import { type Brand, updateBrand } from './brand.shared.ts'
import { loadOwnBrands, loadOwnAssets } from './own-lists.tsx'

/** `?account=` says which of one's brands; who has only one need not say. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const account = url.searchParams.get('account') ?? undefined
  const [own, titles] = await Promise.all([loadOwnBrands(context), loadOwnAssets(context)])
  if (account === undefined && own.length === 1)
    throw redirect(`/brand/edit?account=${own[0]!.account}`)
  const brand = own.find((one) => one.account === account?.toLowerCase())
  // as where there is no such brand (BR-04)
  if (account !== undefined && !brand) throw refusedPage('forbidden')
  const free = titles.filter(({ brand_id }) => brand_id === null || brand_id === brand?.id)
  return { brands: own, brand: brand ?? null, titles: free }
}

export default function BrandEditPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { brands, brand, titles } = loaderData
  return (
    <div className="wrap py-8 sm:py-10">
      <title>{t`Edit brand · Renban`}</title>
      <div className="mx-auto grid max-w-[680px] gap-7">
        <h1 className="text-h1">
          {brand ? <Trans>Edit {brand.name}</Trans> : <Trans>Edit a brand</Trans>}
        </h1>
        {brand ? (
          <EditForm key={brand.id} brand={brand} titles={titles} />
        ) : (
          <ChooseBrand brands={brands} />
        )}
      </div>
    </div>
  )
}

function EditForm({
  brand,
  titles,
}: {
  brand: Brand
  titles: Route.ComponentProps['loaderData']['titles']
}) {
  const { t } = useLingui()
  const toast = useToast()
  const navigate = useNavigate()
  const askAgain = useRefetchAll()
  const { mutate, error, isPending, isSuccess } = useEndpointMutation(updateBrand, {
    afterRefusal: askAgain,
  })
  return (
    <BrandForm
      brand={brand}
      titles={titles}
      error={error}
      busy={isPending || isSuccess}
      submitLabel={<Trans>Save the brand</Trans>}
      onSubmit={({ name, description, hero_image, hero_focal, kids }) =>
        mutate(
          {
            id: brand.id,
            edited_at: brand.edited_at,
            name,
            description,
            hero_image,
            hero_focal,
            kids,
          },
          {
            onSuccess: ({ account }) => {
              toast({ message: t`${name} is saved.` })
              void navigate(`/brand/${account}`, AFTER_SAVING)
            },
          },
        )
      }
    />
  )
}

function ChooseBrand({ brands }: { brands: readonly Brand[] }) {
  if (brands.length === 0)
    return (
      <EmptyState
        title={<Trans>You have no brand yet</Trans>}
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
          <Link to={`?account=${account}`} className="flex min-h-12 items-center gap-3 px-5">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
