import { apiKeyMutations } from './api-key-mutations.ts'
import { accountMutations } from './account-mutations.ts'
import { allowlistMutations } from './allowlist-mutations.ts'
import { badgeMutations } from './badge-mutations.ts'
import { campaignMutations } from './campaign-mutations.ts'
import { creatorMutations } from './creator-mutations.ts'
import { diskMutations } from './disk-mutations.ts'
import { disputeMutations } from './dispute-mutations.ts'
import { extraMutations } from './extra-mutations.ts'
import { downloadMutations } from './download-mutations.ts'
import { faultMutations } from './fault-mutations.ts'
import { givingMutations } from './giving-mutations.ts'
import { freeRentalMutations } from './free-rental-mutations.ts'
import { loanMutations } from './loan-mutations.ts'
import { giftMutations } from './gift-mutations.ts'
import { guardMutations } from './guard-mutations.ts'
import { moderationMutations } from './moderation-mutations.ts'
import { followMutations } from './follow-mutations.ts'
import { savedSearchMutations } from './saved-search-mutations.ts'
import { notificationMutations } from './notification-mutations.ts'
import { passkeyMutations } from './passkey-mutations.ts'
import { playbackMutations } from './playback-mutations.ts'
import { noticeMutations } from './notice-mutations.ts'
import { stepMutations } from './step-mutations.ts'
import { repeatedMutations } from './repeated-mutations.ts'
import { replicaMutations } from './replica-mutations.ts'
import { rentalMutations } from './rental-mutations.ts'
import { screeningMutations } from './screening-mutations.ts'
import { shelfMutations } from './shelf-mutations.ts'
import { sourceMutations } from './source-mutations.ts'
import { deletionMutations } from './deletion-mutations.ts'
import { recoveryMutations } from './recovery-mutations.ts'
import { suspensionMutations } from './suspension-mutations.ts'
import { tradeMutations } from './trade-mutations.ts'
import { webhookMutations } from './webhook-mutations.ts'
import { waitingMutations } from './waiting-mutations.ts'

/** Every line of source that `npm run mutate` breaks; its changes of the database are listed apart. */
export const allMutations = [
  ...sourceMutations,
  ...campaignMutations,
  ...badgeMutations,
  ...accountMutations,
  ...creatorMutations,
  ...diskMutations,
  ...disputeMutations,
  ...extraMutations,
  ...apiKeyMutations,
  ...webhookMutations,
  ...waitingMutations,
  ...rentalMutations,
  ...followMutations,
  ...savedSearchMutations,
  ...notificationMutations,
  ...passkeyMutations,
  ...stepMutations,
  ...playbackMutations,
  ...tradeMutations,
  ...freeRentalMutations,
  ...giftMutations,
  ...downloadMutations,
  ...screeningMutations,
  ...shelfMutations,
  ...loanMutations,
  ...allowlistMutations,
  ...givingMutations,
  ...guardMutations,
  ...deletionMutations,
  ...recoveryMutations,
  ...suspensionMutations,
  ...moderationMutations,
  ...noticeMutations,
  ...faultMutations,
  ...repeatedMutations,
  ...replicaMutations,
]
