import { seededRandom } from './random.ts'

const TEAMS = 15
const PLAYERS = 10 // in each team
const PLACES = ['Otaru', 'Hakodate', 'Aomori', 'Sendai', 'Niigata', 'Kanazawa', 'Nagoya', 'Kyoto', 'Nara', 'Kobe', 'Okayama', 'Matsue', 'Kochi', 'Hakata', 'Naha'] // oxfmt-ignore
const ANIMALS = ['Cranes', 'Foxes', 'Bears', 'Owls', 'Seals']
const NAMES = ['Aoi', 'Daiki', 'Emi', 'Haru', 'Jun', 'Kana', 'Mika', 'Ren', 'Sora', 'Yuki']

/** A sports team of sample data, with its players in the order of their shirts. */
interface Team {
  name: string
  players: { number: number; name: string }[]
}

/** Makes 15 teams of 10 players, the same for the same seed. */
export function sampleTeams(seed: number): Team[] {
  return Array.from({ length: TEAMS }, (_, team) => {
    const random = seededRandom(seed, team)
    const numbers = new Set<number>()
    while (numbers.size < PLAYERS) numbers.add(1 + random(99))
    const players = [...numbers].toSorted((a, b) => a - b)
    return {
      name: `${PLACES[team]} ${ANIMALS[random(ANIMALS.length)]}`,
      players: players.map((number, i) => ({ number, name: NAMES[i]! })),
    }
  })
}
