import { Trans, useLingui } from '@lingui/react/macro'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { TitleLine } from '#src/catalog/asset/title-line.tsx'
import { Button } from '#src/ui/button.tsx'
import { type Ids, type Order, ReorderRow, useReordering } from '#src/ui/reordering.tsx'

interface Props {
  /** All titles of the brand. */
  titles: readonly Asset[]
  kids: Ids
  onChange: (change: (kids: Ids) => Ids) => void
  /** The key of the group; undefined for a new one. */
  groupKey: string | undefined
  /** The names of the creator's groups by their keys. */
  groupNames: ReadonlyMap<string, string>
}

/**
 * Edits the order of a group's titles, by dragging or by buttons. A button keeps the focus and
 * announces the title's new place. The brand's other titles follow, to be added.
 */
export function ContentsField(props: Props) {
  const { titles, kids, onChange } = props
  const { t } = useLingui()
  const titleOf = new Map(titles.map((title) => [title.kid, title]))
  const order = useReordering(kids, {
    onChange,
    nameOf: (kid) => titleOf.get(kid)?.title ?? '',
    removed: (name) => t`${name} was removed from the group.`,
  })
  if (titles.length === 0)
    return (
      <p className="text-ink-2">
        <Trans>This brand has no titles yet. You can add them later.</Trans>
      </p>
    )
  return (
    <div className="grid gap-6">
      <output className="sr-only">{order.announcement}</output>
      {kids.length === 0 ? (
        <p className="text-ink-2">
          <Trans>No titles yet. Add titles from the list below.</Trans>
        </p>
      ) : (
        <ol aria-label={t`Titles of the group`} className="border-y border-line">
          {kids.map((kid, at) => (
            <ReorderRow
              key={kid}
              id={kid}
              name={titleOf.get(kid)!.title}
              at={at}
              count={kids.length}
              order={order}
            >
              <TitleLine title={titleOf.get(kid)!} />
            </ReorderRow>
          ))}
        </ol>
      )}
      <OtherTitles {...props} order={order} />
    </div>
  )
}

/**
 * Lists the brand's titles outside the group; a title of another group names it and cannot be
 * added.
 */
function OtherTitles({ titles, kids, groupKey, groupNames, order }: Props & { order: Order }) {
  const { t } = useLingui()
  const others = titles.filter(({ kid }) => !kids.includes(kid))
  if (others.length === 0) return null
  return (
    <div>
      <h3 className="text-label font-semibold">
        <Trans>Other titles of the brand</Trans>
      </h3>
      <ul className="mt-2 border-y border-line">
        {others.map((title) => {
          const { kid, group_key } = title
          const isElsewhere = group_key !== null && group_key !== groupKey
          const name = isElsewhere ? (groupNames.get(group_key) ?? t`another group`) : undefined
          return (
            <li
              key={kid}
              className="flex min-h-16 items-center gap-3 border-t border-line py-2 first:border-t-0"
            >
              <TitleLine title={title} note={name !== undefined && <Trans>In {name}</Trans>} />
              {name === undefined && (
                <Button
                  small
                  icon="plus"
                  id={order.idOf(kid, 'add')}
                  aria-label={t`Add ${title.title}`}
                  onClick={() => order.add(kid)}
                >
                  <Trans>Add</Trans>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
