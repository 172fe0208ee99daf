import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { TitleLine } from '#src/catalog/asset/title-line.tsx'
import { NameOfBrand } from '#src/ui/verified-badge.tsx'
import type { listSuggestions } from './suggestion.shared.ts'

/** Links above the results of a search to the single numbers and the brands that it may mean. */
export function SearchMatches({ found }: { found: ReplyOf<typeof listSuggestions> }) {
  const { t } = useLingui()
  const numbers = found.titles.filter(({ number }) => number !== null)
  const look = 'flex min-h-12 items-center pe-4 no-underline hover:underline'
  return (
    <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2 empty:hidden">
      {numbers.map(({ kid, number, ...title }) => (
        <li key={kid}>
          <Link to={`/asset/${kid}?no=${number}`} className={look}>
            <TitleLine title={title} note={t`No. ${number}`} />
          </Link>
        </li>
      ))}
      {found.brands.map(({ account, owner_username, picture, ...brand }) => (
        <li key={account}>
          <Link to={`/brand/${account}`} className={look}>
            <TitleLine
              title={{ title: <NameOfBrand brand={brand} />, poster: picture }}
              note={<Trans>by {owner_username}</Trans>}
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}
