import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { FileRow } from '#src/studio/upload-queue/file-row.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Select } from '#src/ui/field.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'
import { SubtitleFaults, SubtitlePreview } from './subtitle-preview.tsx'
import {
  convertToVtt,
  languages,
  parseSubtitles,
  decodeAs,
  subtitleFault,
  type Subtitles,
} from './subtitles.shared.ts'
import { type Encoding, encodings } from './text-encoding.shared.ts'

interface Props {
  subtitles: Subtitles
  /** All subtitles of the title; two of one language are a fault. */
  all: readonly Subtitles[]
  hasTrailer: boolean
  onChange: (subtitles: Subtitles) => void
}

/** A subtitle file with its language, its work or trailer, and a conversion from SubRip. */
export function SubtitleRow(props: Props & { id?: string; onRemove: () => void }) {
  const { id, subtitles, all, onChange, onRemove } = props
  const { name, encoding } = subtitles
  const { t } = useLingui()
  const { cues, faults } = useMemo(() => parseSubtitles(subtitles), [subtitles])
  const fault = subtitleFault(subtitles, all)
  const isReadable = fault === undefined || fault === 'twice'
  return (
    <FileRow
      id={id}
      name={name}
      facts={<Trans>Subtitles</Trans>}
      detail={
        <div className="grid gap-3">
          {fault === 'srt' && <Trans>This is an .srt file. Convert it to .vtt.</Trans>}
          {fault === 'broken' && <SubtitleFaults faults={faults} />}
          {isReadable && <LanguageChoice {...props} isTwice={fault === 'twice'} />}
          {encoding !== 'utf-8' && fault !== 'srt' && <EncodingChoice {...props} />}
          {isReadable && <SubtitlePreview cues={cues} language={subtitles.language} />}
        </div>
      }
    >
      {fault ? (
        <StateTag tone="warn" icon="warning">
          <Trans>Needs a change</Trans>
        </StateTag>
      ) : (
        <StateTag tone="ok">
          <Trans>Ready to upload</Trans>
        </StateTag>
      )}
      {fault === 'srt' && (
        <Button small onClick={() => onChange(convertToVtt(subtitles))}>
          <Trans>Convert to .vtt</Trans>
        </Button>
      )}
      <IconButton icon={rareIcons.remove} label={t`Remove ${name}`} onClick={onRemove} />
    </FileRow>
  )
}

/** The fields for the language and, if there is a trailer, for the file the subtitles belong to. */
function LanguageChoice({
  subtitles,
  hasTrailer,
  onChange,
  isTwice,
}: Props & { isTwice: boolean }) {
  const { language, of } = subtitles
  const { t, i18n } = useLingui()
  const choices = useMemo(() => namedLanguages(language, i18n.locale), [language, i18n.locale])
  return (
    <div className="grid max-w-md gap-4 sm:grid-cols-2">
      <Select
        label={t`Language`}
        value={language}
        error={isTwice && <SameLanguage language={language} />}
        onChange={({ currentTarget }) => onChange({ ...subtitles, language: currentTarget.value })}
      >
        {choices.map(({ tag, name: own }) => (
          <option key={tag} value={tag}>
            {own}
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

/** Says that two files have one language, in the words of the reader's language. */
export function SameLanguage({ language }: { language: string }) {
  const { i18n } = useLingui()
  const name = namedLanguages(language, i18n.locale).find(({ tag }) => tag === language)!.name
  return <Trans>Another file has the same language: {name}.</Trans>
}

/** Returns the common languages and the chosen one, named and sorted in the user's language. */
function namedLanguages(chosen: string, locale: string) {
  const display = new Intl.DisplayNames(locale, { type: 'language' })
  const named = [...new Set([chosen, ...languages])].map((tag) => ({
    tag,
    name: display.of(tag) ?? tag,
  }))
  const { compare } = new Intl.Collator(locale)
  return named.toSorted((a, b) => compare(a.name, b.name))
}

/** The field for the encoding, preset to the guess. */
function EncodingChoice({ subtitles, onChange }: Props) {
  const { t } = useLingui()
  const names: Record<Encoding, string> = {
    'utf-8': t`Unicode (UTF-8)`,
    'utf-16le': t`Unicode (UTF-16)`,
    shift_jis: t`Japanese (Shift_JIS)`,
    'euc-kr': t`Korean (EUC-KR)`,
    gb18030: t`Chinese (GB 18030)`,
    'windows-1256': t`Arabic (Windows-1256)`,
    'windows-1252': t`Western Europe (Windows-1252)`,
  }
  return (
    <div className="max-w-md">
      <Select
        label={t`Encoding`}
        hint={t`This file is not UTF-8, so we guessed its encoding. Check the text below.`}
        value={subtitles.encoding}
        onChange={({ currentTarget }) =>
          onChange(decodeAs(subtitles, currentTarget.value as Encoding))
        }
      >
        {encodings.map((encoding) => (
          <option key={encoding} value={encoding}>
            {names[encoding]}
          </option>
        ))}
      </Select>
    </div>
  )
}
