import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Allowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { Section } from '#src/ui/section.tsx'

/** The number of copies reserved by allowlists, with a link to the lists. */
export function ReservedSection({ kid, lists }: { kid: string; lists: readonly Allowlist[] }) {
  const { t } = useLingui()
  const holding = lists.filter(({ ended_at }) => ended_at === null)
  const copies = holding.reduce((sum, list) => sum + list.copies, 0)
  return (
    <Section
      title={t`Reserved copies`}
      hint={t`Reserve numbers, or the whole title, for people you choose: permanently, or until the sale starts.`}
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p>
          <Plural
            value={copies}
            _0="Nothing is reserved."
            one="# copy is reserved for people on your lists."
            other="# copies are reserved for people on your lists."
          />
        </p>
        <LinkButton small to={`/asset/${kid}/reserved`}>
          {holding.length === 0 ? <Trans>Reserve copies</Trans> : <Trans>See the lists</Trans>}
        </LinkButton>
      </div>
    </Section>
  )
}
