import { Trans } from '@lingui/react/macro'
import { Icon } from './icon.tsx'
import { padNumber } from './numbering.ts'
import { Seal } from './seal.tsx'
import { formatCount } from './yen.ts'

export type Media = 'image' | 'audio' | 'video' | 'unknown'

export interface ObiProps {
  /** One of the strip's names in ui.md; an unknown one is drawn as sumi. */
  colour: string
  /** The size of the edition. */
  of: number
  /** Said where it is one copy: "No. 007 /100" instead of "of 100". */
  number?: number
  /** The edition's highest number, where that is not its size. */
  last?: number
  /** Runs down the strip: the brand on a tile, the title on a spine or ticket. */
  name?: string | null
  nameLang?: string
  /** Stands at the foot where there is no name. */
  media?: Media
  /** The copy is the reader's: the seal stands at the foot. */
  owned?: boolean
  /** Sold out: the strip is only an outline. */
  hollow?: boolean
  size?: 'tile' | 'ticket' | 'drop' | 'spine' | 'yours' | 'player'
  /** Unrolls once, in the moment in which a copy became yours. */
  unroll?: boolean
}

/**
 * The paper strip of a title. Decorative to assistive technology: the text beside it says it all.
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
        <span className="obi-least">{number === undefined ? <Trans>of</Trans> : 'No.'}</span>
      )}
      <span className="number obi-number">{head}</span>
      {number !== undefined && <span className="obi-least">/{of}</span>}
      {name && (
        <span className="obi-name" lang={props.nameLang}>
          {name}
        </span>
      )}
      {owned && <Seal />}
      {!name && !owned && media && <Icon name={media} />}
    </div>
  )
}
