import { Trans } from '@lingui/react/macro'
import { Card, CardLine, Grid } from '#src/ui/card.tsx'
import { Money } from '#src/ui/money.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import type { PreviousCopy } from './brand-collection.shared.ts'

/** Shows the reader's former copies as cards with an empty frame, the number and the date of sale. */
export function PreviousCopies({ copies }: { copies: readonly PreviousCopy[] }) {
  return (
    <Grid>
      {copies.map((copy) => {
        const { asset_token_id, title, number, copies_count, first_number } = copy
        const last = first_number + copies_count - 1
        return (
          <Card
            key={asset_token_id}
            title={title}
            state="gone"
            media={copy.media_type}
            obi={{ colour: copy.obi, of: copies_count, last, number, name: null }}
          >
            <CardLine>
              <Trans>No. {number}</Trans>
            </CardLine>
            <CardLine>
              <GivenUpOn copy={copy} />
            </CardLine>
          </Card>
        )
      })}
    </Grid>
  )
}

function GivenUpOn({ copy: { price, given_up_at } }: { copy: PreviousCopy }) {
  if (price === null)
    return (
      <Trans>
        Yours until <DateTime at={given_up_at} detail="day" />
      </Trans>
    )
  return (
    <Trans>
      Sold for <Money yen={price} /> on <DateTime at={given_up_at} detail="day" />
    </Trans>
  )
}
