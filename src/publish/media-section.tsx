import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { REFRESH, useAskAgain, useCall, useLive } from '#core/ask.ts'
import type { ReplyOf } from '#core/endpoint.ts'
import type { PictureFacts } from '#src/asset/asset.shape.ts'
import {
  listReplacements,
  type ReplaceableMedia,
  replacePoster,
} from '#src/replacement/replacement.shape.ts'
import { Button } from '#src/ui/button.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { base64Of, PictureFile } from '#src/ui/picture-file.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { Section } from '#src/ui/section.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { ReplacementsList } from './replacements-list.tsx'
import { SubtitlesEditor } from './subtitles-editor.tsx'
import { TrailerField } from './trailer-field.tsx'

interface Props {
  kid: string
  media: ReplaceableMedia
}

/** What of a title's files can be replaced after it came out; the work itself stays as it was sold. */
export function MediaSection(
  props: Props & { replacements: ReplyOf<typeof listReplacements>; hasSubtitles: boolean },
) {
  const { kid, media, hasSubtitles, replacements: initial } = props
  const { t } = useLingui()
  const { next_trailer, items } = useReplacements(kid, initial)
  return (
    <Section
      title={t`Files`}
      hint={t`The work itself stays as it was issued. What stands around it can be replaced.`}
    >
      <PosterField kid={kid} poster={media.poster} />
      <TrailerField
        kid={kid}
        hasTrailer={media.has_trailer}
        next={next_trailer}
        latest={items.find(({ what }) => what === 'trailer')?.at}
      />
      {hasSubtitles && <SubtitlesEditor kid={kid} media={media} />}
      <ReplacementsList items={items} />
    </Section>
  )
}

/** Asked for again while a trailer is on its way. */
function useReplacements(kid: string, initial: ReplyOf<typeof listReplacements>) {
  const [every, setEvery] = useState<number | false>(false)
  const replacements = useLive(listReplacements, { kid }, { initial, every })
  const wanted = replacements.next_trailer !== null && REFRESH.status
  if (wanted !== every) setEvery(wanted)
  return replacements
}

function PosterField({ kid, poster }: { kid: string; poster: PictureFacts | null }) {
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useAskAgain()
  const replace = useCall(replacePoster)
  const [preview, setPreview] = useState<string>()

  function use(dataUrl: string) {
    replace.mutate(
      { kid, image: base64Of(dataUrl) },
      {
        onSuccess: () => {
          void askAgain()
          setPreview(undefined)
          toast({ message: <Trans>The poster is replaced.</Trans> })
        },
      },
    )
  }

  return (
    <div className="grid items-start gap-4 sm:grid-cols-[160px_minmax(0,1fr)]">
      <div className="w-40 max-w-full">
        {preview ? (
          <img src={preview} alt={t`The new poster`} className="w-full" />
        ) : (
          poster && <Picture source={poster} alt={t`Poster`} sizes="160px" shape="own" />
        )}
      </div>
      <div className="grid gap-3">
        <PictureFile
          id="poster"
          label={t`Replace the poster`}
          hint={t`JPEG, PNG, WebP or AVIF. Best upright, four to five.`}
          onPicture={setPreview}
        />
        <Refused error={replace.error} />
        {preview && (
          <div>
            <Button busy={replace.isPending} onClick={() => use(preview)}>
              <Trans>Use this poster</Trans>
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
