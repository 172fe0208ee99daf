import { Trans, useLingui } from '@lingui/react/macro'
import { useReader } from '#src/account/reader.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { WideHead } from '#src/ui/wide-head.tsx'
import type { Brand } from './brand.shape.ts'

/** A brand's picture, name and description, and the four views of it. */
export function BrandHead({ brand }: { brand: Brand }) {
  const { t } = useLingui()
  const reader = useReader()
  const { account, name, description_html, hero_picture, owner_account_id } = brand
  const here = `/brand/${account}`
  return (
    <>
      <WideHead
        picture={hero_picture}
        name={name}
        descriptionHtml={description_html}
        actions={
          reader?.account_id === owner_account_id && (
            <LinkButton to={`/brand/edit?account=${account}`}>
              <Trans>Edit brand</Trans>
            </LinkButton>
          )
        }
      />
      <div className="wrap mt-6">
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
    </>
  )
}
