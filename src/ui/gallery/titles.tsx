import { LinkButton } from '#src/ui/button.tsx'
import { Card, CardLine, CardSkeletons, Grid } from '#src/ui/card.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { FeaturedTitle } from '#src/ui/featured-title.tsx'
import { EditionRuler } from '#src/ui/edition-ruler.tsx'
import { MoneyRange } from '#src/ui/money.tsx'
import { Shelf } from '#src/ui/shelf.tsx'
import { Seal } from '#src/ui/seal.tsx'
import { Tile } from '#src/ui/tile.tsx'
import { fern, nemuro, seaWorks, swimmer, tide } from './samples.ts'
import { Section } from './section.tsx'

const NOW = '2026-11-21T09:45:24.000Z'
const OPENS = '2026-11-21T12:00:00.000Z'

export function Titles() {
  return (
    <>
      <Section title="Drop">
        <FeaturedTitle
          obi={{ colour: 'kobicha', of: 100, name: 'The Sea Works' }}
          picture={seaWorks}
          alt="A harbour crane at dusk"
        >
          <p className="text-small font-semibold text-ink-2">Opening tonight</p>
          <h3 className="text-d1 lg:text-[2.875rem]">The Sea Works</h3>
          <p className="text-small text-ink-2">
            Harbour Light Pictures. 84 min, film, Japanese with subtitles in five languages.
          </p>
          <p className="text-small">
            One hundred numbered copies. Choose your number when the sale opens at 21:00 JST.
          </p>
          <div className="mt-auto pt-3">
            <Countdown until={OPENS} now={NOW} />
          </div>
          <EditionRuler of={100} gone={[3, 4, 5, 22, 23, 77]} />
          <div className="flex gap-3">
            <LinkButton to="#" look="main" icon="bell">
              Remind me
            </LinkButton>
            <LinkButton to="#">See the board</LinkButton>
          </div>
        </FeaturedTitle>
      </Section>
      <Section title="Cards">
        <Cards />
        <Grid>
          <CardSkeletons count={4} />
        </Grid>
      </Section>
      <Section title="Shelf">
        <Shelf label="My copies" spines={spines} />
      </Section>
      <Section title="Yours">
        <div className="relative mx-auto w-full max-w-[440px] [--obi-width:96px]">
          <div className="shadow-yours">
            <Tile
              media="video"
              poster={nemuro}
              obi={{
                colour: 'matsuba',
                of: 100,
                number: 7,
                name: 'Last Train to Nemuro',
                size: 'yours',
                unroll: true,
              }}
            />
          </div>
          <div className="absolute -start-2 bottom-3.5">
            <Seal size="large" press />
          </div>
        </div>
        <Seal cut="open" />
      </Section>
    </>
  )
}

function Cards() {
  return (
    <Grid>
      <Card
        title="Last Train to Nemuro"
        brand={{ name: 'Kita Eiga', is_verified: true }}
        to="#1"
        media="video"
        poster={nemuro}
        obi={{ colour: 'matsuba', of: 100, name: 'Kita Eiga' }}
        eager
      >
        <CardLine strong>
          <MoneyRange min={2400} max={4800} />
        </CardLine>
        <CardLine icon="rent">
          Rent <MoneyRange min={300} max={300} />
        </CardLine>
      </Card>
      <Card
        title="Tide Tables"
        brand={{ name: 'Aoi Mori Quartet', is_verified: false }}
        to="#2"
        media="audio"
        poster={tide}
        obi={{ colour: 'gunjo', of: 300, name: 'Aoi Mori Quartet' }}
      >
        <CardLine icon="auction">
          Auction, highest bid <MoneyRange min={26500} max={26500} />
        </CardLine>
        <CardLine icon="clock">ends in 3 h</CardLine>
      </Card>
      <Card
        title="Fern, Cyanotype 3"
        brand={null}
        to="#3"
        media="image"
        poster={fern}
        obi={{ colour: 'gunjo', of: 25 }}
      >
        <CardLine strong>
          <MoneyRange min={18000} max={18000} />
        </CardLine>
      </Card>
      <Card
        title="機械演歌"
        titleLang="ja"
        brand={{ name: '黒潮電気', is_verified: false }}
        to="#4"
        media="audio"
        poster={tide}
        obi={{ colour: 'asagi', of: 1000, name: '黒潮電気', nameLang: 'ja' }}
      />
      <Card
        title="Salt Coast"
        brand={{ name: 'Studio Mado', is_verified: false }}
        to="#5"
        media="video"
        poster={swimmer}
        obi={{ colour: 'kinari', of: 10, name: 'Studio Mado', hollow: true }}
      >
        <CardLine>Sold out</CardLine>
      </Card>
      <Card
        title="Nocturnes"
        state="paying"
        media="audio"
        poster={tide}
        obi={{ colour: 'nezu', of: 100, name: 'Tomo Hayase' }}
      >
        <CardLine>Your copy arrives after payment</CardLine>
      </Card>
      <Card
        title="Blue Hour, Otaru"
        state="gone"
        media="video"
        obi={{ colour: 'gunjo', of: 100, number: 41 }}
      >
        <CardLine>Sold on 9 Aug 2026</CardLine>
      </Card>
      <Card
        title="Kite Season"
        to="#8"
        media="video"
        poster={swimmer}
        obi={{ colour: 'yamabuki', of: 100, number: 44, name: 'Hamamatsu Reel', owned: true }}
      >
        <CardLine>Owned 2 (sale 1, trade 1)</CardLine>
      </Card>
      <Card
        title="Untitled reel"
        brand={null}
        to="#9"
        media="unknown"
        obi={{ colour: 'nezu', of: 120 }}
      />
      <Card
        title="The Long Swimmer"
        state="ended"
        to="#10"
        media="video"
        poster={swimmer}
        obi={{ colour: 'fuji', of: 50, number: 14 }}
      >
        <CardLine icon="clock">Rental ended 2 Nov</CardLine>
      </Card>
      <Card
        title="Seven Rains"
        to="#11"
        media="video"
        poster={nemuro}
        obi={{ colour: 'sumi', of: 9999, number: 312, media: 'video' }}
      />
      <Card
        title="Ten thousand suns over the eastern sea, a very long title"
        to="#12"
        media="image"
        poster={fern}
        obi={{
          colour: 'asagi',
          of: 10000,
          name: 'A brand with an exceedingly long name that goes on',
        }}
      />
    </Grid>
  )
}

const spines = [
  { name: 'Last Train to Nemuro', colour: 'matsuba', number: 7, of: 100, media: 'video' },
  { name: 'Blue Hour, Otaru', colour: 'gunjo', number: 22, of: 100, media: 'video' },
  { name: 'Tide Tables', colour: 'asagi', number: 11, of: 300, media: 'audio' },
  { name: '機械演歌', colour: 'fuji', number: 808, of: 1000, media: 'audio' },
  {
    name: 'Nocturnes for Broken Piano and Other Works',
    colour: 'yamabuki',
    number: 88,
    of: 100,
    media: 'audio',
  },
  { name: 'Fern, Cyanotype 3', colour: 'kinari', number: 2, of: 25, media: 'image' },
  { name: 'Block 14, Evening', colour: 'sumi', number: 121, of: 500, media: 'video' },
].map(({ name, colour, number, of, media }) => ({
  to: `#${name}`,
  label: `${name}, No. ${number} of ${of}`,
  media: media as 'video' | 'audio' | 'image',
  obi: { colour, number, of, name },
}))
