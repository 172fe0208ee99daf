import { claimTemplate } from './coupon/claim-mail.tsx'
import { distributionTemplates } from './distribution/distribution-mail.tsx'
import { freeRentalTemplate } from './free-rental/free-rental-mail.tsx'
import { giftTemplate } from './gift/gift-mail.tsx'
import { loanTemplate } from './loan/loan-mail.tsx'
import { searchTemplate } from './market/search-mail.tsx'
import { orderTemplate } from './purchase/order-mail.tsx'
import { startTemplate } from './rental/start-mail.tsx'
import { soldTemplate } from './sold/sold-mail.tsx'
import { proposalTemplate } from './trade-offer/proposal-mail.tsx'
import { tradeTemplate } from './trade-offer/trade-mail.tsx'
import { turnTemplate } from './waiting-room/turn-mail.tsx'

export const salesTemplates = [
  orderTemplate,
  startTemplate,
  soldTemplate,
  searchTemplate,
  turnTemplate,
  claimTemplate,
  tradeTemplate,
  giftTemplate,
  freeRentalTemplate,
  loanTemplate,
  proposalTemplate,
  ...distributionTemplates,
]
