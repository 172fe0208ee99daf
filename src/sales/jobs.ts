import { run } from '#core/jobs.ts'
import { expire as expireCoupon, expireCoupons } from './coupon/coupon.ts'
import { open, openListings } from './listing/listing.ts'
import { endLeftOver, endSecondary } from './listing/rental-terms.ts'
import { mailBuyer } from './purchase/mail.ts'
import { lookAt, lookAtCheckout } from './purchase/pay.ts'
import * as refunds from './purchase/refund.ts'
import { close, closeCheckout, expire, expireHolds } from './purchase/release.ts'
import { mailPurchase } from './purchase/settle.ts'
import { admit } from './waiting-room/admit.ts'
import { admitPeople } from './waiting-room/line.ts'
import { mailAdmitted, sendAdmittedMail } from './waiting-room/mail.ts'

export const salesJobs = [
  run(openListings, open),
  run(lookAtCheckout, lookAt),
  run(closeCheckout, close),
  run(refunds.refundPurchase, refunds.refund),
  run(refunds.lookAtRefund, refunds.bounce),
  run(refunds.sweepOwed, refunds.sweepRefunds, 600),
  run(expireHolds, expire, 15),
  run(endSecondary, endLeftOver, 15),
  run(expireCoupons, expireCoupon, 60),
  run(mailPurchase, mailBuyer),
  run(admitPeople, admit, 2),
  run(mailAdmitted, sendAdmittedMail),
]
