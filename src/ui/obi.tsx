import { Trans } from '@lingui/react/macro'
import { Icon } from './icon.tsx'
import { NumberSign } from './number-sign.tsx'
import { padNumber } from './numbering.ts'
import { Seal } from './seal.tsx'
import { formatCount } from './yen.ts'

export type Media = 'image' | 'audio' | 'video' | 'unknown'

export interface ObiProps {
  /** A name of `obiColours` (media.shared.ts); unknown names are drawn as `sumi`. */
  colour: string
  /** The size of the edition. */
  of: number
  /** The number of one copy: shows "No. 007 /100" instead of "of 100". */
  number?: number
  /** The edition's highest number, if it differs from the size. */
  last?: number
  /** The text down the strip: the brand on a tile, the title on a spine or ticket. */
  name?: string | null
  nameLang?: string
  /** The icon at the foot if there is no name. */
  media?: Media
  /** The copy is the reader's: shows the seal at the foot. */
  owned?: boolean
  /** Sold out: the strip is only an outline. */
  hollow?: boolean
  size?: 'tile' | 'ticket' | 'drop' | 'spine' | 'yours' | 'player' | 'certificate'
  /** Plays the unroll animation once, when the copy has just become the reader's. */
  unroll?: boolean
}

/**
 * The obi of a title: the paper strip around a Japanese book or record. Hidden from screen readers.
 */
export function Obi(props: ObiProps) {
  const { colour, of, number, last = of, name, media, owned, hollow, size = 'tile' } = props
  const head = number === undefined ? formatCount(of) : padNumber(number, last)
  return (
    <div
      aria-hidden
      className={`obi ${props.unroll ? 'unroll' : ''}`}
      data-obi={colour}
      data-size={size}
      data-digits={head.replace(',', '').length}
      data-hollow={hollow || undefined}
    >
      {size !== 'spine' && (
        <span className="obi-least">
          {number === undefined ? <Trans>of</Trans> : <NumberSign />}
        </span>
      )}
      <span className="number obi-number">{head}</span>
      {number !== undefined && <span className="obi-least">/{of}</span>}
      {name && (
        <bdi className="obi-name" lang={props.nameLang} data-upright={/[⺀-￯]/.test(name)}>
          {name}
        </bdi>
      )}
      {owned && <Seal />}
      {!name && !owned && media && <Icon name={media} />}
    </div>
  )
}
