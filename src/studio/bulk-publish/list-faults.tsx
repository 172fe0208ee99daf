import { Plural, Trans } from '@lingui/react/macro'
import { Note } from '#src/ui/state-tag.tsx'
import { FaultWords, FieldWord, Labelled } from './fault-words.tsx'
import type { BulkPublish } from './bulk-publish.tsx'
import type { ListFault } from './title-list.shared.ts'

const NAMED_MAX = 20 // unmatched files listed by name

/** The faults of the list and of its lines, and the files that belong to no title. */
export function ListFaults({ bulk }: { bulk: BulkPublish }) {
  const { list, reviewed, unmatched, tooMany } = bulk
  const lines = list
    ? reviewed.flatMap(({ row, faults }) => faults.map((one) => ({ row, one })))
    : []
  const listFaults = list?.faults ?? []
  return (
    <>
      {listFaults.length + lines.length > 0 && (
        <Note tone="bad">
          <div role="alert">
            <p className="font-semibold">
              <Trans>The list {list?.name} needs a change</Trans>
            </p>
            <ul className="mt-2 grid gap-1">
              {listFaults.map((fault, i) => (
                <li key={i}>
                  <Labelled
                    label={<LineWord line={fault.line} />}
                    message={<ListFaultWords fault={fault} />}
                  />
                </li>
              ))}
              {lines.map(({ row: { id, line }, one }) => (
                <li key={`${id} ${one.field} ${one.code} ${one.names}`}>
                  <Labelled
                    label={<LineWord line={line!} />}
                    message={
                      <Labelled
                        label={<FieldWord field={one.field} />}
                        message={<FaultWords fault={one} />}
                      />
                    }
                  />
                </li>
              ))}
            </ul>
          </div>
        </Note>
      )}
      {unmatched.length > 0 && (
        <Note tone="warn">
          <p className="font-semibold">
            <Plural
              value={unmatched.length}
              one="# file matches no title"
              other="# files match no title"
            />
          </p>
          <p className="mt-1 wrap-anywhere">
            {unmatched
              .slice(0, NAMED_MAX)
              .map(({ path }) => path)
              .join(', ')}
            {unmatched.length > NAMED_MAX && ' …'}
          </p>
        </Note>
      )}
      {tooMany > 0 && (
        <Note tone="warn">
          <Plural
            value={tooMany}
            one="# title is over the limit of one batch and is left out."
            other="# titles are over the limit of one batch and are left out."
          />
        </Note>
      )}
    </>
  )
}

/** The line number in the list. */
export const LineWord = ({ line }: { line: number }) => <Trans>Line {line}</Trans>

function ListFaultWords({ fault }: { fault: ListFault }) {
  if (fault.code === 'broken')
    return <Trans>A quotation mark is not closed. The rest of the list was not read.</Trans>
  if (fault.code === 'cells') return <Trans>This line has more cells than columns.</Trans>
  if (fault.code === 'no_file_column') return <Trans>The column file_name is missing.</Trans>
  if (fault.code === 'no_rows') return <Trans>The list has no titles.</Trans>
  const { code, column } = fault
  if (code === 'column_twice') return <Trans>The column {column} appears twice.</Trans>
  return <Trans>Unknown column: {column}.</Trans>
}
