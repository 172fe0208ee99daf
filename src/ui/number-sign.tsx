import { Trans } from '@lingui/react/macro'

/** The "No." that stands small before or above a number. */
export const NumberSign = () => <Trans context="before a number">No.</Trans>
