import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { REFETCH_MS, useRefetchAll, useEndpointMutation, useLiveQuery } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { PictureFacts } from '#src/platform/pictures/picture.shared.ts'
import {
  listReplacements,
  type ReplaceableMedia,
  replacePoster,
} from '#src/media/replacements/replacement.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { FormFields } from '#src/ui/form-fields.tsx'
import { toPictureInput, type PictureChange, PictureField } from '#src/ui/picture-field.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { UnsavedPart } from '#src/ui/unsaved-changes.tsx'
import { ReplacementsList } from './replacements-list.tsx'
import { SubtitlesEditor } from './subtitles-editor.tsx'
import { TrailerField } from './trailer-field.tsx'

interface Props {
  kid: string
  media: ReplaceableMedia
}

/** Replaces poster, trailer and subtitles of a published title. The work itself stays as it was sold. */
export function MediaSection(
  props: Props & { replacements: ReplyOf<typeof listReplacements>; hasSubtitles: boolean },
) {
  const { kid, media, hasSubtitles, replacements: initial } = props
  const { t } = useLingui()
  const { next_trailer, items } = useLiveQuery(
    listReplacements,
    { kid },
    { initial, refetchInterval: (latest) => latest.next_trailer !== null && REFETCH_MS.status },
  )
  return (
    <Section
      title={t`Files`}
      hint={t`The work itself cannot be replaced, but the files below can.`}
    >
      <PosterField kid={kid} poster={media.poster} isCropped={hasSubtitles} />
      <TrailerField
        kid={kid}
        media={media}
        next={next_trailer}
        latest={items.find(({ what, is_removal }) => what === 'trailer' && !is_removal)?.at}
      />
      {hasSubtitles && <SubtitlesEditor kid={kid} media={media} />}
      <ReplacementsList items={items} />
    </Section>
  )
}

function PosterField(props: { kid: string; poster: PictureFacts | null; isCropped: boolean }) {
  const { kid, poster, isCropped } = props
  const toast = useToast()
  const askAgain = useRefetchAll()
  const replace = useEndpointMutation(replacePoster)
  const [change, setChange] = useState<PictureChange>({})

  function savePoster() {
    const { image, focal } = toPictureInput(change)
    replace.mutate(
      { kid, image: image ?? undefined, focal },
      {
        onSuccess: () => {
          void askAgain()
          setChange({})
          toast({
            message: change.image ? <Trans>Poster replaced.</Trans> : <Trans>Saved.</Trans>,
          })
        },
      },
    )
  }

  return (
    <div className="grid gap-3">
      <FormFields busy={replace.isPending}>
        <PictureField
          id="poster"
          shape={isCropped ? 'upright' : 'own'}
          current={poster}
          value={change}
          onChange={setChange}
        />
      </FormFields>
      <RefusalMessage error={replace.error} />
      <UnsavedPart isDirty={change.focal !== undefined || change.isReading === true} />
      {change.focal && !change.isReading && (
        <div>
          <Button busy={replace.isPending} onClick={savePoster}>
            {change.image ? <Trans>Use this poster</Trans> : <Trans>Save the crop</Trans>}
          </Button>
        </div>
      )}
    </div>
  )
}
