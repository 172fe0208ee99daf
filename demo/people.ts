import type { Role } from '#src/accounts/account/role.ts'

/** A person of the demo world. Sign in with their email address and the code at `/dev/inbox`. */
export interface DemoPerson {
  email: string
  username: string
  first_name: string
  last_name: string
  role: Role
  /** The line about them for the person who starts the program. */
  story: string
}

/** The domain of all their addresses. */
export const DOMAIN = 'renban.test'

const person = (role: Role, name: string, story: string): DemoPerson => {
  const [first_name = '', last_name = ''] = name.split(' ')
  const username = first_name
  return {
    email: `${username.toLowerCase()}@${DOMAIN}`,
    username,
    first_name,
    last_name,
    role,
    story,
  }
}

/**
 * The four main people, then the creators of the other brands. `works` and `deals` refer to the
 * keys.
 */
export const people = {
  mika: person(
    'ORH',
    'Mika Okada',
    'makes films on the north coast as Kita Eiga; the titles are hers',
  ),
  ren: person('STANDARD_USER', 'Ren Sakamoto', 'buys one film a week, and keeps number 7'),
  aoi: person('STANDARD_USER', 'Aoi Hirano', 'collects low numbers and sells what she tires of'),
  sora: person('ADMIN', 'Sora Kanda', 'runs the platform: people, payouts and settings'),
  jun: person('ORH', 'Jun Tateno', 'runs a small film distribution in a harbour town'),
  emi: person('ORH', 'Emi Fujisaki', 'directs in one room at a time'),
  kazuo: person('ORH', 'Kazuo Shida', 'prints plants, stones and cloth'),
  nami: person('ORH', 'Nami Ogata', 'cuts wood and runs a stencil press'),
  tomo: person('ORH', 'Tomo Hayase', 'plays what is left of a piano'),
  kiyo: person('ORH', 'Kiyo Kuroda', 'teaches old drum machines'),
  ruth: person('ORH', 'Ruth Adeyemi', 'leads a trio, leaves rests'),
} satisfies Record<string, DemoPerson>

export type PersonKey = keyof typeof people
