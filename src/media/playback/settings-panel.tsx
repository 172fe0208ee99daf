import { Popover } from '@base-ui/react/popover'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useState, useSyncExternalStore } from 'react'
import { IconButton } from '#src/ui/button.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'
import { backgrounds, type CaptionStyle, colours, positions, sizes } from './caption-style.tsx'
import { SPEEDS } from './player.shared.ts'
import type { Stream } from './stream.tsx'

export interface Settings {
  stream: Stream | undefined
  /** The speed, and what changes it; undefined if it is not the viewer's to choose. */
  speed: { rate: number; onChange: (rate: number) => void } | undefined
  style: CaptionStyle
  onStyle: (part: Partial<CaptionStyle>) => void
  onHelp: () => void
}

/**
 * Shows a button that opens the quality, speed, sound and captions of the player, with native select
 * menus. `container` is the player while it fills the screen.
 */
export function SettingsPanel(props: Settings & { container: HTMLElement | undefined }) {
  const { container, ...settings } = props
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const help = () => {
    setOpen(false)
    settings.onHelp()
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger render={<IconButton icon={rareIcons.settings} label={t`Settings`} />} />
      <Popover.Portal container={container}>
        <Popover.Positioner side="top" align="end" sideOffset={8} className="player-panel-place">
          <Popover.Popup className="player-panel">
            <Popover.Title className="sr-only">
              <Trans>Settings</Trans>
            </Popover.Title>
            <Quality stream={settings.stream} />
            <Sounds stream={settings.stream} />
            <Speed speed={settings.speed} />
            <Captions {...settings} />
            <button type="button" className="player-panel-keys" onClick={help}>
              <Trans>Keyboard shortcuts</Trans>
            </button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

const nothing = () => {}

/** Follows which renditions are in use. */
function useInUse(stream: Stream | undefined) {
  const follow = useCallback(
    (listener: () => void) => stream?.onChange(listener) ?? nothing,
    [stream],
  )
  const quality = useSyncExternalStore(follow, () => stream?.inUse().quality ?? null)
  const sound = useSyncExternalStore(follow, () => stream?.inUse().sound ?? null)
  return { quality, sound }
}

function Quality({ stream }: Pick<Settings, 'stream'>) {
  const { t } = useLingui()
  const { quality } = useInUse(stream)
  const [chosen, setChosen] = useState(() => stream?.chosen().quality ?? '')
  if (!stream || stream.qualities.length === 0) return null
  const automatic = quality ? t`Automatic (${quality})` : t`Automatic`
  return (
    <Row
      label={<Trans>Quality</Trans>}
      value={chosen}
      options={[['', automatic], ...stream.qualities.map(({ id, label }) => [id, label] as const)]}
      onChange={(id) => {
        setChosen(id)
        stream.chooseQuality(id || null)
      }}
    />
  )
}

function Sounds({ stream }: Pick<Settings, 'stream'>) {
  const { sound } = useInUse(stream)
  if (!stream || stream.sounds.length < 2) return null
  return (
    <Row
      label={<Trans>Sound</Trans>}
      value={sound ?? ''}
      options={stream.sounds.map(({ id, label }) => [id, label])}
      onChange={stream.chooseSound}
    />
  )
}

function Speed({ speed }: Pick<Settings, 'speed'>) {
  if (!speed) return null
  return (
    <Row
      label={<Trans>Speed</Trans>}
      value={String(speed.rate)}
      options={SPEEDS.map((one) => [String(one), `${one}×`])}
      onChange={(rate) => speed.onChange(Number(rate))}
    />
  )
}

function Captions({ stream, style, onStyle }: Settings) {
  const { t } = useLingui()
  if (!stream || stream.captions.length === 0) return null
  const words = {
    size: { small: t`Small`, normal: t`Normal`, large: t`Large`, huge: t`Very large` },
    colour: { white: t`White`, yellow: t`Yellow`, cyan: t`Light blue`, green: t`Green` },
    background: { dim: t`Translucent`, black: t`Black`, none: t`No background` },
    position: { bottom: t`Bottom`, top: t`Top` },
  }
  const row = <K extends keyof CaptionStyle>(
    name: K,
    label: ReactNode,
    all: readonly CaptionStyle[K][],
  ) => (
    <Row
      label={label}
      value={style[name]}
      options={all.map((one) => [one, (words[name] as Record<string, string>)[one]!])}
      onChange={(one) => onStyle({ [name]: one })}
    />
  )
  return (
    <fieldset className="player-panel-group">
      <legend>
        <Trans>Captions</Trans>
      </legend>
      {row('size', <Trans>Size</Trans>, sizes)}
      {row('colour', <Trans>Colour</Trans>, colours)}
      {row('background', <Trans>Background</Trans>, backgrounds)}
      {row('position', <Trans>Placement</Trans>, positions)}
    </fieldset>
  )
}

function Row(props: {
  label: ReactNode
  value: string
  options: (readonly [value: string, label: string])[]
  onChange: (value: string) => void
}) {
  const { label, value, options, onChange } = props
  return (
    <label className="player-panel-row">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}
