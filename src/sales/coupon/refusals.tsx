import { Trans } from '@lingui/react/macro'
import { Refusal } from '#core/errors.ts'
import { RefusalText } from '#src/ui/refusal-message.tsx'
import type { CodeRefusal } from './coupon.shared.ts'

/** Why a code was not taken, where only the code of the refusal came along. */
export function CodeRefused({ code }: { code: CodeRefusal }) {
  if (code !== 'too_many_requests') return <RefusalText error={new Refusal(code)} />
  return <Trans>Too many codes were wrong. Try again in an hour.</Trans>
}
