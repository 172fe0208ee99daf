import { Trans } from '@lingui/react/macro'
import { Icon } from './icon.tsx'

/** The badge behind the name of a brand whose creator was checked. Screen readers hear it as words. */
export function VerifiedBadge() {
  return (
    // The height of a heading's letters, centred on them.
    <span className="ms-1 inline-block size-[max(1rem,0.6em)] flex-none align-[calc((0.7em-max(1rem,0.6em))/2)] text-info">
      <Icon name="verified" size={16} className="size-full" />
      <span className="sr-only">
        <Trans>verified brand</Trans>
      </span>
    </span>
  )
}

/** The name of a brand, with its badge if it has one. */
export function NameOfBrand({ brand }: { brand: { name: string; is_verified: boolean } }) {
  return (
    <bdi>
      {brand.name}
      {brand.is_verified && <VerifiedBadge />}
    </bdi>
  )
}
