import type { ReactNode } from 'react'
import { formatCount } from './yen.ts'
import { padNumber } from './numbering.ts'
import { type Media, Obi, type ObiProps } from './obi.tsx'
import { Picture, type PictureSource } from './picture.tsx'

export interface TileProps {
  obi: ObiProps
  media: Media
  /**
   * None: the default poster, which is the size of the edition in outline. A text is a data URL, of
   * a picture that only this browser has yet.
   */
  poster?: PictureSource | string | null
  /** The copy was given up: an empty frame with its number. */
  gone?: boolean
  size?: 'thumb'
  sizes?: string
  eager?: boolean
  children?: ReactNode
}

const GRID_SIZES = '(width < 40rem) 50vw, (width < 64rem) 33vw, 300px'

/** The 4:5 object of a title: its obi and its art, with nothing laid over the art. */
export function Tile(props: TileProps) {
  const { obi, media, poster, gone, size, sizes = GRID_SIZES, eager } = props
  return (
    <div className="tile" data-size={size} data-obi={obi.colour}>
      <Obi media={gone ? undefined : media} {...obi} />
      <div className="art" data-media={poster && !gone ? media : undefined}>
        {poster && !gone ? (
          <>
            {media === 'audio' && <span aria-hidden className="record" />}
            {typeof poster === 'string' ? (
              <span className="picture">
                <img src={poster} alt="" className="picture-image" />
              </span>
            ) : (
              <Picture source={poster} alt="" sizes={sizes} eager={eager} />
            )}
          </>
        ) : (
          <BlankArt obi={obi} gone={gone} />
        )}
      </div>
      {props.children}
    </div>
  )
}

function BlankArt({ obi, gone }: { obi: ObiProps; gone?: boolean }) {
  const { number, of, last = of } = obi
  const figures = number === undefined ? formatCount(of) : padNumber(number, last)
  return (
    <div aria-hidden className={`art-blank ${gone ? 'art-gone' : ''}`} data-digits={figures.length}>
      <span className="number">{figures}</span>
    </div>
  )
}
