import { allowlistFaults } from './allowlist-faults.ts'
import { creatorFaults } from './creator-faults.ts'
import { rentalFaults } from './rental-faults.ts'
import { sourceFaults } from './source-faults.ts'
import { waitingFaults } from './waiting-faults.ts'

/** Every line that `npm run plant` breaks; what it does to the database is not among them. */
export const allFaults = [
  ...sourceFaults,
  ...creatorFaults,
  ...waitingFaults,
  ...rentalFaults,
  ...allowlistFaults,
]
