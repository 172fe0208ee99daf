import { Trans, useLingui } from '@lingui/react/macro'
import { Form } from 'react-router'
import { usePassingOn } from '#src/platform/settings/passing-on.tsx'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useAddressValue } from '#src/ui/use-address-value.ts'
import { useKindLabels } from './entry-labels.tsx'
import { entryKinds, type EntryKind } from './history.shared.ts'

const PATH = '/account/points'
const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/
const FIRST_MONTH = '2023-04'

/** The filters and the page (from 0) of the list of entries, as the URL has them. */
export interface StatementView {
  month: string | undefined
  kind: EntryKind | undefined
  page: number
}

/** Parses the query of the page. Ignores an invalid month, kind or page. */
export function viewFrom(search: URLSearchParams): StatementView {
  const month = search.get('month') ?? ''
  const page = Number(search.get('page'))
  return {
    month: MONTH.test(month) ? month : undefined,
    kind: entryKinds.find((kind) => kind === search.get('kind')),
    page: Number.isSafeInteger(page) && page > 1 ? Math.min(page, 1_000_000) - 1 : 0,
  }
}

export function addressOf({ month, kind, page }: StatementView): string {
  const query = { month, kind, page: page > 0 ? String(page + 1) : undefined }
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return pairs.length > 0 ? `${PATH}?${new URLSearchParams(pairs).toString()}` : PATH
}

/** The filter form. It works without scripts. */
export function StatementFilters({ view }: { view: StatementView }) {
  const { t } = useLingui()
  const words = useKindLabels()
  const month = useAddressValue<HTMLInputElement>(view.month)
  const kind = useAddressValue<HTMLSelectElement>(view.kind)
  const { trade } = usePassingOn()
  const offeredKinds = entryKinds.filter((one) => trade || one !== 'trade')
  return (
    <Form
      action={PATH}
      preventScrollReset
      aria-label={t`Filter entries`}
      className="flex flex-wrap items-center gap-2 max-sm:w-full sm:gap-3"
    >
      <input
        ref={month}
        type="month"
        name="month"
        min={FIRST_MONTH}
        pattern="20[0-9]{2}-(0[1-9]|1[0-2])"
        placeholder="2026-11"
        aria-label={t`Month`}
        defaultValue={view.month}
        className="input min-h-11 w-44 py-2 text-label max-sm:grow max-sm:basis-40"
      />
      <div className="relative max-sm:grow max-sm:basis-40">
        <select
          ref={kind}
          name="kind"
          aria-label={t`Type`}
          defaultValue={view.kind ?? ''}
          className="input min-h-11 py-2 pe-10 text-label"
        >
          <option value="">{t`All types`}</option>
          {offeredKinds.map((one) => (
            <option key={one} value={one}>
              {words[one]}
            </option>
          ))}
        </select>
        <Icon name="down" className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2" />
      </div>
      <Button type="submit" small className="max-sm:grow">
        <Trans>Apply</Trans>
      </Button>
    </Form>
  )
}
