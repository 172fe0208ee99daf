import { useLingui } from '@lingui/react/macro'
import { useGuestsAllowed } from '#src/platform/settings/use-screenings.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import type { Asset } from './asset.shared.ts'

/** Links an owner to a screening of their copy, if the creator allows one. */
export function ScreeningLink(props: {
  asset: Pick<Asset, 'kid' | 'media_type' | 'screening_guests'>
  number: number
  small?: boolean
}) {
  const { asset, number, small } = props
  const { t } = useLingui()
  if (useGuestsAllowed(asset) === 0) return null
  return (
    <LinkButton small={small} to={`/asset/${asset.kid}/screening?no=${number}`}>
      {asset.media_type === 'audio' ? t`Listen together` : t`Watch together`}
    </LinkButton>
  )
}
