import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Gap } from '#src/ui/gap.tsx'
import { KeptUntil } from './kept-until.tsx'

/** The card of a title's files, with rows as children. `keptUntil` is set while files are missing. */
export function FilesCard({
  keptUntil,
  children,
}: {
  keptUntil?: string | null | undefined
  children: ReactNode
}) {
  return (
    <section aria-labelledby="files" className="panel">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-5 py-5 sm:px-6">
        <h2 id="files" className="text-h2">
          <Trans>Files</Trans>
        </h2>
        {keptUntil && (
          <p className="text-small text-ink-2">
            <Trans>
              You can open other pages of Renban meanwhile. If you close this window, come back to
              resume the uploads.
            </Trans>
            <Gap />
            <KeptUntil at={keptUntil} />
          </p>
        )}
      </div>
      <ul>{children}</ul>
    </section>
  )
}
