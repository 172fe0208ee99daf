import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { ask, useEndpointMutation } from '#core/http/ask.ts'
import { loadOwnBrands, loadOwnAssets } from '#src/catalog/brand/own-lists.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { AFTER_SAVING } from '#src/ui/unsaved-changes.tsx'
import type { Route } from './+types/group-create-page.ts'
import { GroupForm } from './group-form.tsx'
import { createGroup, listGroups } from './group.shared.ts'

const LIST_MAX = 100

/** Loads the form for a new group; `?brand=` preselects one of the creator's brands. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const [brands, groups, titles] = await Promise.all([
    loadOwnBrands(context),
    ask(context, listGroups, { limit: LIST_MAX }),
    loadOwnAssets(context),
  ])
  const preselected = url.searchParams.get('brand')
  const brandId = brands.find(({ id }) => id === preselected)?.id
  return { brands, brandId, titles, groups: groups.items }
}

export default function GroupCreatePage({ loaderData }: Route.ComponentProps) {
  const { brands, groups } = loaderData
  const { t } = useLingui()
  return (
    <div className="wrap py-8 sm:py-10">
      <title>{t`Create a group · Renban`}</title>
      <div className="mx-auto grid max-w-[680px] gap-7">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="text-h1">
            <Trans>Create a group</Trans>
          </h1>
          {groups.length > 0 && (
            <LinkButton to="/group/edit" small>
              <Trans>Your groups</Trans>
            </LinkButton>
          )}
        </div>
        {brands.length === 0 ? <NoBrand /> : <NewGroup {...loaderData} />}
      </div>
    </div>
  )
}

function NewGroup(props: Route.ComponentProps['loaderData']) {
  const { brands, brandId, titles, groups } = props
  const { t } = useLingui()
  const toast = useToast()
  const navigate = useNavigate()
  const { mutate, error, isPending, isSuccess } = useEndpointMutation(createGroup)
  return (
    <GroupForm
      brands={brands}
      brandId={brandId}
      titles={titles}
      error={error}
      groupNames={new Map(groups.map(({ key, name }) => [key, name]))}
      failed={t`The group was not created.`}
      busy={isPending || isSuccess}
      submitLabel={<Trans>Create the group</Trans>}
      onSubmit={(fields) =>
        mutate(fields, {
          onSuccess: ({ encrypted_id, name }) => {
            toast({ message: t`${name} is open.` })
            void navigate(`/group/${encrypted_id}`, AFTER_SAVING)
          },
        })
      }
    />
  )
}

function NoBrand() {
  return (
    <EmptyState
      title={<Trans>You have no brand yet</Trans>}
      actions={
        <LinkButton to="/brand/create" look="main">
          <Trans>Create a brand</Trans>
        </LinkButton>
      }
    >
      <Trans>A group shows titles of one brand.</Trans>
    </EmptyState>
  )
}
