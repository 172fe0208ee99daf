import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ask, nowContext, refusedPage } from '#core/http/ask.ts'
import { PAGE_SIZE } from '#core/http/paging.shared.ts'
import { FormLayout } from '#src/catalog/brand/form-layout.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import type { Route } from './+types/group-edit-page.ts'
import { loadGroupChoices } from './group-choices.tsx'
import { GroupForm } from './group-form.tsx'
import { type Group, listGroups } from './group.shared.ts'
import { OwnGroups } from './own-groups.tsx'

const DeleteGroupDialog = lazyDialog(() => import('./delete-group-dialog.tsx'), 'DeleteGroupDialog')
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
  const editing = { group, choices: await loadGroupChoices(context) }
  return { now, page: 0, own: null, editing }
}

export default function GroupEditPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { now, page, own, editing } = loaderData
  if (own) return <OwnGroups now={now} page={page} own={own} />
  const { group, choices } = editing
  return (
    <FormLayout
      title={t`Edit group · Renban`}
      heading={<Trans>Edit {group.name}</Trans>}
      link={
        <LinkButton to="/group/edit" small>
          <Trans>Your groups</Trans>
        </LinkButton>
      }
    >
      <GroupForm key={group.key} group={group} choices={choices} />
      <Deleting group={group} />
    </FormLayout>
  )
}

function Deleting({ group }: { group: Group }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <p className="border-t border-line pt-5">
      <Button look="plain" onClick={() => setOpen(true)}>
        <Trans>Delete this group</Trans>
      </Button>
      {isOpen && <DeleteGroupDialog group={group} onClose={() => setOpen(false)} />}
    </p>
  )
}
