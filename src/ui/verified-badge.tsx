import { Trans } from '@lingui/react/macro'
import { Icon } from './icon.tsx'

/** The badge behind the name of a brand whose creator was checked. Screen readers hear it as words. */
export function VerifiedBadge({ size = 16 }: { size?: number }) {
  return (
    <span className="ms-1 inline-flex flex-none align-[-0.15em] text-info">
      <Icon name="verified" size={size} />
      <span className="sr-only">
        <Trans>verified brand</Trans>
      </span>
    </span>
  )
}

/** The name of a brand, with its badge if it has one. */
export function NameOfBrand({ brand }: { brand: { name: string; is_verified: boolean } }) {
  return (
    <>
      {brand.name}
      {brand.is_verified && <VerifiedBadge />}
    </>
  )
}
