import type { ReactNode } from 'react'
import { formatCount } from './yen.ts'
import { padNumber } from './numbering.ts'
import { type Media, Obi, type ObiProps } from './obi.tsx'
import { Picture, type PictureSource } from './picture.tsx'

export interface TileProps {
  obi: ObiProps
  media: Media
  /**
   * The poster. A string is the data URL of a picture not uploaded yet. Without a poster the tile
   * shows the size of the edition in outline.
   */
  poster?: PictureSource | string | null
  /** The copy is no longer the reader's: shows an empty frame with its number. */
  gone?: boolean
  size?: 'thumb'
  sizes?: string
  eager?: boolean
  children?: ReactNode
}

const GRID_SIZES = '(width < 40rem) 50vw, (width < 64rem) 33vw, 300px'

/** A title as an object of 4:5: its obi and its poster, with nothing laid over the poster. */
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
