import { Trans, useLingui } from '@lingui/react/macro'
import { FileRow } from '#src/queue/file-row.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Select } from '#src/ui/field.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { isSrt, srtToVtt, type Subtitles } from './subtitles.shape.ts'

const LANGUAGES = [
  'ja',
  'en',
  'zh-Hans',
  'zh-Hant',
  'ko',
  'fr',
  'de',
  'es',
  'pt',
  'it',
  'ru',
  'ar',
  'th',
  'vi',
  'id',
]

interface Props {
  subtitles: Subtitles
  hasTrailer: boolean
  onChange: (subtitles: Subtitles) => void
}

/** One subtitle file: its language, what it belongs to, and the way out of a format we do not take. */
export function SubtitleRow(props: Props & { onRemove: () => void }) {
  const { subtitles, onChange, onRemove } = props
  const { name, text } = subtitles
  const { t } = useLingui()
  const needsChange = isSrt(name)
  const convert = () =>
    onChange({ ...subtitles, name: name.replace(/\.srt$/i, '.vtt'), text: srtToVtt(text) })
  return (
    <FileRow
      name={name}
      facts={<Trans>Subtitles</Trans>}
      detail={
        needsChange ? <Trans>This is an .srt file. We need .vtt.</Trans> : <Belongings {...props} />
      }
    >
      {needsChange ? (
        <>
          <StateTag tone="warn" icon="warning">
            <Trans>Needs a change</Trans>
          </StateTag>
          <Button small onClick={convert}>
            <Trans>Convert to .vtt</Trans>
          </Button>
        </>
      ) : (
        <StateTag tone="ok">
          <Trans>Ready to send</Trans>
        </StateTag>
      )}
      <IconButton icon="remove" label={t`Remove ${name}`} onClick={onRemove} />
    </FileRow>
  )
}

/** The language, and where there is a trailer too, which of the two is meant. */
function Belongings({ subtitles, hasTrailer, onChange }: Props) {
  const { language, of } = subtitles
  const { t, i18n } = useLingui()
  const display = new Intl.DisplayNames(i18n.locale, { type: 'language' })
  const languages = LANGUAGES.includes(language) ? LANGUAGES : [language, ...LANGUAGES]
  return (
    <div className="grid max-w-md gap-4 pt-1 sm:grid-cols-2">
      <Select
        label={t`Language`}
        value={language}
        onChange={({ currentTarget }) => onChange({ ...subtitles, language: currentTarget.value })}
      >
        {languages.map((tag) => (
          <option key={tag} value={tag}>
            {display.of(tag)}
          </option>
        ))}
      </Select>
      {hasTrailer && (
        <Select
          label={t`Belongs to`}
          value={of}
          onChange={({ currentTarget }) =>
            onChange({ ...subtitles, of: currentTarget.value === 'trailer' ? 'trailer' : 'asset' })
          }
        >
          <option value="asset">{t`The work`}</option>
          <option value="trailer">{t`Trailer`}</option>
        </Select>
      )}
    </div>
  )
}
