import { allowlistMutations } from './allowlist-mutations.ts'
import { creatorMutations } from './creator-mutations.ts'
import { rentalMutations } from './rental-mutations.ts'
import { sourceMutations } from './source-mutations.ts'
import { waitingMutations } from './waiting-mutations.ts'

/** Every line that `npm run plant` breaks; what it does to the database is not among them. */
export const allMutations = [
  ...sourceMutations,
  ...creatorMutations,
  ...waitingMutations,
  ...rentalMutations,
  ...allowlistMutations,
]
