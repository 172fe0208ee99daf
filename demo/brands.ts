import type { PersonKey } from './people.ts'

/** A brand of the demo world; `hero` is a picture in `demo/art`. */
export interface DemoBrand {
  name: string
  owner: PersonKey
  description: string
  hero?: string
}

/** The brands by their account in the URL `/brand/…`. */
export const brands = {
  'kita-eiga': {
    name: 'Kita Eiga',
    owner: 'mika',
    hero: 'otaru-wide',
    description:
      'Films from the north coast of Hokkaido, shot in winter and issued in small numbers.\n\nBy Mika Okada and a camera that does not mind the cold. 北の海辺で、冬だけ撮っています。',
  },
  'harbour-light': {
    name: 'Harbour Light Pictures',
    owner: 'jun',
    hero: 'sea-works-wide',
    description: 'Work, weather and waiting. Films about places where ships come in.',
  },
  'lane-four': {
    name: 'Lane Four',
    owner: 'jun',
    description: 'Sports films in which nobody wins.',
  },
  'danchi-films': {
    name: 'Danchi Films',
    owner: 'jun',
    description: 'Housing block films, one block a year. 団地の暮らしを、一棟ずつ。',
  },
  'weather-bureau': {
    name: 'Weather Bureau',
    owner: 'jun',
    description: 'We film storms from above and say very little.',
  },
  'neon-umbrella': {
    name: 'Neon Umbrella',
    owner: 'emi',
    description: 'City films made at night and in the rain, by whoever was awake.',
  },
  'studio-mado': {
    name: 'Studio Mado',
    owner: 'emi',
    description: 'One room, one window, one actor. 窓のある部屋から。',
  },
  'atelier-shida': {
    name: 'Atelier Shida',
    owner: 'kazuo',
    hero: 'noren-wide',
    description: 'Cyanotypes, rubbings and indigo from a former ice house in Matsumoto.',
  },
  'edition-nami': {
    name: 'Edition Nami',
    owner: 'nami',
    hero: 'moth-wide',
    description: 'Woodblock prints, cut by hand and scanned at the size of the sheet.',
  },
  'riso-dept': {
    name: 'Riso Dept.',
    owner: 'nami',
    hero: 'persimmons-wide',
    description: 'Two drums, soy ink, and a stack of uncoated paper.',
  },
  'aoi-mori-quartet': {
    name: 'Aoi Mori Quartet',
    owner: 'tomo',
    description:
      'Double bass, electric piano, flute, brushes. Recorded in one take by the sea at Aomori.',
  },
  'tomo-hayase': {
    name: 'Tomo Hayase',
    owner: 'tomo',
    description: 'Piano, felt, patience.',
  },
  'minamo-duo': {
    name: 'Minamo Duo',
    owner: 'tomo',
    description: 'Two kotos, old tunings, new hours. 箏二面。',
  },
  'kuroshio-denki': {
    name: 'Kuroshio Denki',
    owner: 'kiyo',
    description: 'Machines that were built for one thing, doing another. 黒潮電機。',
  },
  'midnight-kiosk': {
    name: 'Midnight Kiosk',
    owner: 'kiyo',
    description: 'Small songs for places that never close.',
  },
  'ruth-adeyemi': {
    name: 'Ruth Adeyemi Trio',
    owner: 'ruth',
    description: 'Piano, bass and brushes from Leeds and Kobe.',
  },
} satisfies Record<string, DemoBrand>

export type BrandKey = keyof typeof brands
