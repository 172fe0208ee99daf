import { Plural, Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Link } from 'react-router'
import { CardLine } from '#src/ui/card.tsx'
import { Picture } from '#src/ui/picture.tsx'
import type { CurrentCampaign } from './campaign.shared.ts'

/** A heading with a strip of campaigns, and nothing without one. */
export function CurrentCampaigns({ items }: { items: readonly CurrentCampaign[] }) {
  const id = useId()
  if (items.length === 0) return null
  return (
    <section aria-labelledby={id} className="mb-10 sm:mb-12">
      <h2 id={id} className="mb-4 text-h2">
        <Trans>Campaigns</Trans>
      </h2>
      <ul className="grid gap-x-5 gap-y-3 sm:grid-cols-2 lg:gap-x-7">
        {items.map((campaign) => (
          <CampaignCard key={campaign.slug} campaign={campaign} />
        ))}
      </ul>
    </section>
  )
}

/** Shows a campaign's picture, title and number of titles, or else of groups. */
function CampaignCard({ campaign }: { campaign: CurrentCampaign }) {
  const { slug, lang, title, picture } = campaign
  return (
    <li className="card panel relative flex flex-wrap" data-link="">
      <div className="relative aspect-[3/2] flex-[2_1_7rem] overflow-hidden bg-well [&>.picture]:h-full">
        {picture && (
          <Picture
            source={picture}
            alt=""
            sizes="(width < 40rem) 40vw, (width < 80rem) 20vw, 256px"
          />
        )}
      </div>
      <div className="min-w-0 flex-[3_1_9rem] self-center px-4 py-3 sm:px-5">
        <h3 lang={lang} className="text-body leading-[1.3] font-semibold wrap-anywhere">
          <Link to={`/${slug}`} className="card-link no-underline" prefetch="intent">
            <bdi>{title}</bdi>
          </Link>
        </h3>
        <CardLine>
          {campaign.titles_count > 0 ? (
            <Plural value={campaign.titles_count} one="# title" other="# titles" />
          ) : (
            <Plural value={campaign.groups_count} one="# group" other="# groups" />
          )}
        </CardLine>
      </div>
    </li>
  )
}
