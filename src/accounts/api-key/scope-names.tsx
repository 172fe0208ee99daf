import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Scope } from './api-key.shared.ts'

/** Words for each scope: what a key with it may do. */
export const scopeNames: Record<Scope, MessageDescriptor> = {
  read: msg`Read the marketplace and your titles`,
  titles: msg`Publish and change titles, brands and groups`,
  listings: msg`List and reserve copies, and withdraw titles`,
  sales: msg`Read your sales statistics`,
}
