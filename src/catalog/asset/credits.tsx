import { Trans } from '@lingui/react/macro'
import { creditsIn } from './credits.shared.ts'

/** Shows who made a title: roles, and the names beside them. */
export function Credits({ text }: { text: string }) {
  return (
    <>
      <h3 className="mt-6 mb-2 text-label font-semibold">
        <Trans>Credits</Trans>
      </h3>
      <dl className="grid max-w-[66ch] grid-cols-[minmax(6rem,auto)_1fr] gap-x-5 gap-y-1.5">
        {creditsIn(text).map(({ role, name }, i) => (
          <div key={i} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-2 wrap-anywhere">
              <bdi>{role}</bdi>
            </dt>
            <dd className="wrap-anywhere">
              <bdi>{name}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
