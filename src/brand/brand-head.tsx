import { Trans, useLingui } from '@lingui/react/macro'
import { useReader } from '#src/account/reader.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { Markdown } from '#src/ui/markdown.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import type { Brand } from './brand.shape.ts'
import { tenths } from './focal-field.tsx'

/** The picture across the page, with nothing laid over it; the name stands below. */
export function BrandHead({ brand }: { brand: Brand }) {
  const { t } = useLingui()
  const reader = useReader()
  const { account, name, description_html, hero_picture, hero_focal, owner_account_id } = brand
  const here = `/brand/${account}`
  return (
    <>
      {hero_picture && (
        <div
          {...tenths(hero_focal)}
          className="relative h-[clamp(220px,34vw,440px)] [&>.picture]:h-full"
        >
          <Picture source={hero_picture} alt="" sizes="100vw" eager />
        </div>
      )}
      <div className="wrap pt-7 sm:pt-9">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div className="min-w-0">
            <h1 className="text-d1 wrap-anywhere">{name}</h1>
            <div className="mt-2 max-w-[66ch] text-ink-2">
              <Markdown html={description_html} />
            </div>
          </div>
          {reader?.account_id === owner_account_id && (
            <LinkButton to={`/brand/edit?account=${account}`}>
              <Trans>Edit brand</Trans>
            </LinkButton>
          )}
        </div>
        <div className="mt-6">
          <Tabs
            label={t`Views of ${name}`}
            tabs={[
              { to: here, label: t`All` },
              { to: `${here}/sale`, label: t`For sale` },
              { to: `${here}/rental`, label: t`For rent` },
              { to: `${here}/group`, label: t`Groups` },
            ]}
          />
        </div>
      </div>
    </>
  )
}
