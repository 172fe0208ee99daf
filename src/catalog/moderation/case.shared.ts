import type { Transitions } from '#core/database/transitions.ts'

/** The states of a case. */
// oxfmt-ignore
export const caseTransitions = {
  table: 'moderation_case',
  steps: [
    // from  action      to           by
    ['new',  'report',   'open',      'reporter'],
    ['open', 'dismiss',  'dismissed', 'admin'],
  ],
} as const satisfies Transitions
