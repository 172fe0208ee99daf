import { defineMail } from '#src/platform/mail/send.ts'
import { orderMail } from './deal/order-mail.shared.ts'
import { claimMail } from './coupon/claim-mail.shared.ts'
import { readClaim as readCouponClaim } from './coupon/claim-mail.ts'
import * as distributionMails from './distribution/distribution-mail.shared.ts'
import { readClaim, readFailed, readInvitation } from './distribution/distribution-mail.ts'
import { giftMail } from '#src/catalog/gift/gift-mail.shared.ts'
import { readGiftMail } from './gift/gift-mail.ts'
import { freeRentalMail } from './free-rental/free-rental-mail.shared.ts'
import { readFreeRentalMail } from './free-rental/free-rental-mail.ts'
import { loanMail } from '#src/catalog/loan/loan-mail.shared.ts'
import { readLoanMail } from './loan/loan-mail.ts'
import { searchMail } from './market/search-mail.shared.ts'
import { readSearch } from './market/search-mail.ts'
import { readOrder } from './purchase/order-mail.ts'
import { startMail } from './deal/start-mail.shared.ts'
import { readStart } from './rental/start-mail.ts'
import { soldMail } from './sold/sold-mail.shared.ts'
import { readSold } from './sold/tell-sellers.ts'
import { proposalMail } from './trade-offer/proposal-mail.shared.ts'
import { readProposalMail } from './trade-offer/proposal-mail.ts'
import { tradeMail } from './trade-offer/trade-mail.shared.ts'
import { readTradeMail } from './trade-offer/trade-mail.ts'
import { turnMail } from './waiting-room/turn-mail.shared.ts'
import { readTurn } from './waiting-room/turn-mail.ts'

export const salesMails = [
  defineMail(giftMail, readGiftMail),
  defineMail(freeRentalMail, readFreeRentalMail),
  defineMail(loanMail, readLoanMail),
  defineMail(orderMail, readOrder),
  defineMail(startMail, readStart),
  defineMail(soldMail, readSold),
  defineMail(searchMail, readSearch),
  defineMail(turnMail, readTurn),
  defineMail(claimMail, readCouponClaim),
  defineMail(tradeMail, readTradeMail),
  defineMail(proposalMail, readProposalMail),
  defineMail(distributionMails.invitationMail, readInvitation),
  defineMail(distributionMails.claimMail, readClaim),
  defineMail(distributionMails.distributionFailedMail, readFailed),
]
