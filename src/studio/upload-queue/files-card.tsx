import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

/** The card of a title's files, with rows as children. */
export function FilesCard({
  isUploading,
  children,
}: {
  isUploading?: boolean
  children: ReactNode
}) {
  return (
    <section aria-labelledby="files" className="panel">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-5 py-5 sm:px-6">
        <h2 id="files" className="text-h2">
          <Trans>Files</Trans>
        </h2>
        {isUploading && (
          <p className="text-small text-ink-2">
            <Trans>You can leave this page. Uploads resume where they stopped.</Trans>
          </p>
        )}
      </div>
      <ul>{children}</ul>
    </section>
  )
}
