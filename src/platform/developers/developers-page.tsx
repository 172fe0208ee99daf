import { Trans, useLingui } from '@lingui/react/macro'
import viewerStyles from 'swagger-ui-dist/swagger-ui.css?url'
import { Prose } from '#src/platform/layout/prose.tsx'
import { ApiReference } from './api-reference.tsx'
import { DESCRIPTION_PATH } from './developers.shared.ts'

export const links = () => [{ rel: 'stylesheet', href: viewerStyles }]

/** Introduces the API, and shows every call of it. */
export default function DevelopersPage() {
  const { t } = useLingui()
  return (
    <>
      <Prose
        title={t`For developers`}
        lead={t`Programs use the same API as this site. Amounts are in whole yen, times in UTC.`}
        sections={[
          [
            t`Sign in`,
            <Trans key="sign-in">
              Request a code by email, exchange it for a token, and send the token with every call:{' '}
              <code>Authorization: Bearer TOKEN</code>.
            </Trans>,
          ],
          [
            t`Repeat safely`,
            <Trans key="repeat">
              Calls that move money or copies need an <code>Idempotency-Key</code>. Use a new key
              for each purchase. If you get no answer, repeat the call with the same key: nothing
              will happen twice.
            </Trans>,
          ],
          [
            t`Errors`,
            <Trans key="errors">
              If a call is refused, the reply says why. <code>code</code> is for your program.{' '}
              <code>error_messages</code> is for people, in the language of the call’s{' '}
              <code>Accept-Language</code>.
            </Trans>,
          ],
        ]}
      >
        <a href={DESCRIPTION_PATH} download="renban-openapi.json" className="reach inline-block">
          <Trans>Download the description (OpenAPI 3.1)</Trans>
        </a>
      </Prose>
      <ApiReference />
    </>
  )
}
