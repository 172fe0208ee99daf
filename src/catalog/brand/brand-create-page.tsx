import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { ask, useEndpointMutation } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { AFTER_SAVING } from '#src/ui/unsaved-changes.tsx'
import type { Route } from './+types/brand-create-page.ts'
import { BrandForm } from './brand-form.tsx'
import { createBrand, listBrands } from './brand.shared.ts'
import { loadOwnAssets } from './own-lists.tsx'

/** One's titles that are in no brand yet can join the new one. */
export async function loader({ context }: Route.LoaderArgs) {
  const [titles, { total }] = await Promise.all([
    loadOwnAssets(context),
    ask(context, listBrands, { limit: 1 }),
  ])
  return { titles: titles.filter(({ brand_id }) => brand_id === null), brands: total }
}

export default function BrandCreatePage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const toast = useToast()
  const navigate = useNavigate()
  const { mutate, error, isPending, isSuccess } = useEndpointMutation(createBrand)
  return (
    <div className="wrap py-8 sm:py-10">
      <title>{t`Create a brand · Renban`}</title>
      <div className="mx-auto grid max-w-[680px] gap-7">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="text-h1">
            <Trans>Create a brand</Trans>
          </h1>
          {loaderData.brands > 0 && (
            <LinkButton to="/brand/edit" small>
              <Trans>Your brands</Trans>
            </LinkButton>
          )}
        </div>
        <BrandForm
          titles={loaderData.titles}
          error={error}
          busy={isPending || isSuccess}
          submitLabel={<Trans>Create the brand</Trans>}
          onSubmit={(fields) =>
            mutate(fields, {
              onSuccess: ({ account, name }) => {
                toast({ message: t`${name} is open.` })
                void navigate(`/brand/${account}`, AFTER_SAVING)
              },
            })
          }
        />
      </div>
    </div>
  )
}
