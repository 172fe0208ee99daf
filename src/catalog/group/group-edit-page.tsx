import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { ask, nowContext, refusedPage, useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { PAGE_SIZE } from '#src/catalog/asset/asset.shared.ts'
import { loadOwnBrands, loadOwnAssets } from '#src/catalog/brand/own-lists.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { AFTER_SAVING } from '#src/ui/unsaved-changes.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import type { Route } from './+types/group-edit-page.ts'
import { GroupForm } from './group-form.tsx'
import { type Group, listGroups, updateGroup } from './group.shared.ts'
import { OwnGroups } from './own-groups.tsx'

const DeleteGroupDialog = lazy(() =>
  import('./delete-group-dialog.tsx').then(({ DeleteGroupDialog: dialog }) => ({
    default: dialog,
  })),
)
const LIST_MAX = 100
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Loads the creator's group `?key=` with the form's choices, or else a page of all their groups.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const key = url.searchParams.get('key')
  const now = context.get(nowContext).toISOString()
  if (key === null) {
    const page = pageFromSearch(url.searchParams)
    const part = { offset: page * PAGE_SIZE, limit: PAGE_SIZE }
    return { now, page, own: await ask(context, listGroups, part), editing: null }
  }
  const found = UUID.test(key) ? await ask(context, listGroups, { key }) : undefined
  const group = found?.items[0]
  if (!group) throw refusedPage('not_found')
  const [brands, groups, titles] = await Promise.all([
    loadOwnBrands(context),
    ask(context, listGroups, { limit: LIST_MAX }),
    loadOwnAssets(context),
  ])
  const editing = { group, brands, groups: groups.items, titles }
  return { now, page: 0, own: null, editing }
}

export default function GroupEditPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { now, page, own, editing } = loaderData
  if (own) return <OwnGroups now={now} page={page} own={own} />
  const { group } = editing
  return (
    <div className="wrap py-8 sm:py-10">
      <title>{t`Edit group · Renban`}</title>
      <div className="mx-auto grid max-w-[680px] gap-7">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="min-w-0 text-h1 wrap-anywhere">
            <Trans>Edit {group.name}</Trans>
          </h1>
          <LinkButton to="/group/edit" small>
            <Trans>Your groups</Trans>
          </LinkButton>
        </div>
        <EditForm key={group.key} {...editing} />
        <Deleting group={group} />
      </div>
    </div>
  )
}

type Editing = NonNullable<Route.ComponentProps['loaderData']['editing']>

function EditForm({ group, brands, titles, groups }: Editing) {
  const { t } = useLingui()
  const toast = useToast()
  const navigate = useNavigate()
  const askAgain = useRefetchAll()
  const { mutate, error, isPending, isSuccess } = useEndpointMutation(updateGroup, {
    afterRefusal: askAgain,
  })
  const { key, encrypted_id: id, edited_at } = group
  return (
    <GroupForm
      group={group}
      brands={brands}
      titles={titles}
      error={error}
      groupNames={new Map(groups.map((one) => [one.key, one.name]))}
      failed={t`The group was not saved.`}
      busy={isPending || isSuccess}
      submitLabel={<Trans>Save the group</Trans>}
      onSubmit={(fields) =>
        mutate(
          { ...fields, id, key, edited_at },
          {
            onSuccess: ({ name }) => {
              toast({ message: t`${name} is saved.` })
              void navigate(`/group/${id}`, AFTER_SAVING)
            },
          },
        )
      }
    />
  )
}

function Deleting({ group }: { group: Group }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <p className="border-t border-line pt-5">
      <Button look="plain" onClick={() => setOpen(true)}>
        <Trans>Delete this group</Trans>
      </Button>
      <Suspense>
        {isOpen && <DeleteGroupDialog group={group} onClose={() => setOpen(false)} />}
      </Suspense>
    </p>
  )
}
