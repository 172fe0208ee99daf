import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

/** The tone of a tag. `mine`, the only vermilion one, marks the reader's own copies. */
export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'mute' | 'mine'

const faces: Record<Tone, string> = {
  ok: 'bg-ok-wash text-ok',
  warn: 'bg-warn-wash text-warn',
  bad: 'bg-bad-wash text-bad',
  info: 'bg-info-wash text-info',
  mute: 'bg-well text-ink-2',
  mine: 'bg-seal-wash text-seal-text',
}

const signs: Record<Tone, IconName | undefined> = {
  ok: 'check',
  warn: 'clock',
  bad: 'warning',
  info: 'info',
  mute: undefined,
  mine: 'check',
}

/** A state as icon and word, as colour alone is not accessible. */
export function StateTag(props: { tone: Tone; icon?: IconName; children: ReactNode }) {
  const { tone, icon = signs[tone], children } = props
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-sm px-2 py-[3px] text-hint leading-[1.35] font-semibold whitespace-nowrap ${faces[tone]}`}
    >
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  )
}

const edges: Record<'plain' | 'warn' | 'bad', string> = {
  plain: 'border-ink bg-well',
  warn: 'border-warn bg-warn-wash',
  bad: 'border-bad bg-bad-wash',
}

/** A notice with a bar at the start edge. */
export function Note(props: { tone?: 'plain' | 'warn' | 'bad'; children: ReactNode }) {
  return (
    <div className={`border-s-4 px-4 py-3.5 text-label ${edges[props.tone ?? 'plain']}`}>
      {props.children}
    </div>
  )
}
