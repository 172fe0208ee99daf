import { deepEqual, equal } from 'node:assert/strict'
import {
  createNonce,
  logIn,
  sendSignInCode,
  signAccountProof,
} from '#src/accounts/account/account.shared.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { openBrowser } from '../browser.ts'
import { plainPicture, sendFiles, waitForUpload } from '../uploads.ts'
import { within } from './engine.ts'
import { SHOP_URL, type Stand, type Shop } from './stand.ts'
import type { Claim } from './table.ts'

const MAIL_SECONDS = 30

/** Proves that mail and storage work with a mail server and a gateway that others wrote. */
export async function proveVendors({ exim, radosgw }: Stand, shop: Shop, claim: Claim) {
  await claim('mail', 'a code reaches a mailbox through Exim, and signs in', async () => {
    const email = 'hana@example.test'
    const began = performance.now()
    const browser = openBrowser(SHOP_URL)
    equal((await browser.call(sendSignInCode, { email, purpose: 'sign_in' })).status, 204)
    const code = await within(MAIL_SECONDS, async () => {
      const [mail] = await exim.inbox(email)
      if (!mail?.code) throw new Error('no mail with a code')
      return mail.code
    })
    const took = Math.round(performance.now() - began)
    const { nonce } = (await browser.call(createNonce, {})).body
    const proof = await browser.call(signAccountProof, { email, code, nonce })
    const session = await browser.call(logIn, proof.body)
    equal(session.status, 200)
    return `after ${took} ms`
  })
  await claim('storage', 'an upload becomes a title with its files in radosgw', async () => {
    if (radosgw instanceof Error) throw radosgw
    const mika = await shop.person('Files-Mika', { role: 'ORH' })
    const picture = await plainPicture(1_200, 800)
    const { uuid, kid } = await sendFiles(mika, { asset: picture })
    const upload = await waitForUpload(mika, uuid)
    deepEqual([upload.status, upload.minted?.copies_count], ['done', 3])
    const shown = await mika.call(getAsset, { id: kid })
    equal(shown.error, undefined)
    const poster = await fetch(SHOP_URL + shown.poster_url!)
    const { length } = new Uint8Array(await poster.arrayBuffer())
    equal(poster.status, 200)
    return `3 copies, a picture of ${length} bytes`
  })
}
