import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useEndpointMutation } from '#core/http/ask.ts'
import {
  addPeople,
  type ListedPerson,
  type RemovedPeople,
  removePeople,
} from '#src/catalog/allowlist/allowlist.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { BulkBar, type Column, Table } from '#src/ui/table.tsx'
import { useUndoToast } from '#src/ui/undo-toast.tsx'
import { DateTime } from '#src/ui/date-time.tsx'

/** The people on a list as the creator named them. Removed people can be restored from the toast. */
export function PeopleTable({ id, people }: { id: string; people: readonly ListedPerson[] }) {
  const { t } = useLingui()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const columns = useColumns()
  const { takeOff, error, isPending } = useTakeOff(id, () => setSelected(new Set()))
  const chosen = people.filter((one) => selected.has(keyOf(one)))
  return (
    <>
      <div className="panel">
        <Table<ListedPerson>
          caption={t`People on the list`}
          rows={people}
          columns={columns}
          keyOf={keyOf}
          selection={{ selected, onSelect: setSelected, labelOf: nameOf }}
        />
        {chosen.length > 0 && (
          <BulkBar
            title={
              <Plural value={chosen.length} one="# person selected" other="# people selected" />
            }
            onClear={() => setSelected(new Set())}
          >
            <Button small busy={isPending} onClick={() => takeOff(chosen)}>
              <Trans>Remove {chosen.length}</Trans>
            </Button>
          </BulkBar>
        )}
      </div>
      <RefusalMessage error={error} />
    </>
  )
}

const keyOf = ({ id }: ListedPerson) => String(id)
const nameOf = ({ email, username }: ListedPerson) => email ?? username ?? ''

function useTakeOff(id: string, onDone: () => void) {
  const undoable = useUndoToast()
  const remove = useEndpointMutation(removePeople)
  const add = useEndpointMutation(addPeople)
  function takeOff(people: readonly ListedPerson[]) {
    const onSuccess = ({ removed, removed_count, places }: RemovedPeople) => {
      onDone()
      undoable(
        <Plural
          value={removed_count}
          one="# person removed from the list."
          other="# people removed from the list."
        />,
        () => add.mutateAsync({ id, text: removed, places }),
      )
    }
    remove.mutate({ id, people: people.map((one) => one.id) }, { onSuccess })
  }
  return { takeOff, error: remove.error, isPending: remove.isPending }
}

function useColumns(): Column<ListedPerson>[] {
  const { t } = useLingui()
  return [
    {
      key: 'name',
      label: t`Address or username`,
      lead: true,
      cell: (person) => <span className="wrap-anywhere">{nameOf(person)}</span>,
    },
    {
      key: 'state',
      label: t`Status`,
      cell: ({ arrived }) =>
        arrived ? (
          <StateTag tone="ok">
            <Trans>Has an account</Trans>
          </StateTag>
        ) : (
          <StateTag tone="warn">
            <Trans>No account yet</Trans>
          </StateTag>
        ),
    },
    {
      key: 'since',
      label: t`Added`,
      end: true,
      cell: ({ added_at }) => <DateTime at={added_at} detail="day" />,
    },
  ]
}
