import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#src/ui/button.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { Section } from '#src/ui/section.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { DeletionTerms, Obstacle } from './deletion.shared.ts'
import { obstacleWords } from './obstacle-words.tsx'

const DeletionDialog = lazyDialog(() => import('./deletion-dialog.tsx'), 'DeletionDialog')

interface Owner {
  email: string
  hasPasskey: boolean
}

/** Says what stands in the way of deleting the account, each with where to settle it, or deletes it. */
export function DeletionSection({ terms, ...owner }: Owner & { terms: DeletionTerms }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { obstacles, copies } = terms
  return (
    <Section
      title={t`Delete your account`}
      hint={t`We erase your data for ever. Records that the law makes us keep stay without your name.`}
    >
      {obstacles.length > 0 ? (
        <Obstacles obstacles={obstacles} />
      ) : (
        <p>
          <Button onClick={() => setOpen(true)}>
            <Trans>Delete account</Trans>
          </Button>
        </p>
      )}
      {isOpen && <DeletionDialog {...owner} copies={copies} onClose={() => setOpen(false)} />}
    </Section>
  )
}

function Obstacles({ obstacles }: { obstacles: readonly Obstacle[] }) {
  return (
    <div className="grid gap-3">
      <p>
        <Trans>Your account cannot be deleted yet. Settle this first:</Trans>
      </p>
      <ul className="grid list-disc gap-3 ps-5">
        {obstacles.map(({ kind, value }) => {
          const { text, to, label } = obstacleWords[kind](value, formatYen(value))
          return (
            <li key={kind}>
              {text}
              <Gap />
              <Way to={to}>{label}</Way>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const Way = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="link whitespace-nowrap">
    {children}
  </Link>
)
