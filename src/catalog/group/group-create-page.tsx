import { Trans, useLingui } from '@lingui/react/macro'
import { FormLayout } from '#src/catalog/brand/form-layout.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Route } from './+types/group-create-page.ts'
import { loadGroupChoices } from './group-choices.tsx'
import { GroupForm } from './group-form.tsx'

/** Loads the form for a new group; `?brand=` preselects one of the creator's brands. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const choices = await loadGroupChoices(context)
  const preselected = url.searchParams.get('brand')
  const brandId = choices.brands.find(({ id }) => id === preselected)?.id
  return { choices, brandId }
}

export default function GroupCreatePage({ loaderData }: Route.ComponentProps) {
  const { choices, brandId } = loaderData
  const { t } = useLingui()
  const ownGroups = (
    <LinkButton to="/group/edit" small>
      <Trans>Your groups</Trans>
    </LinkButton>
  )
  return (
    <FormLayout
      title={t`Create a group · Renban`}
      heading={<Trans>Create a group</Trans>}
      link={choices.groups.length > 0 && ownGroups}
    >
      {choices.brands.length === 0 ? (
        <NoBrand />
      ) : (
        <GroupForm choices={choices} brandId={brandId} />
      )}
    </FormLayout>
  )
}

function NoBrand() {
  return (
    <EmptyState
      title={<Trans>No brands yet</Trans>}
      actions={
        <LinkButton to="/brand/create" look="main">
          <Trans>Create a brand</Trans>
        </LinkButton>
      }
    >
      <Trans>A group shows titles from one brand.</Trans>
    </EmptyState>
  )
}
