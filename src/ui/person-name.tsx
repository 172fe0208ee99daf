import { useLingui } from '@lingui/react/macro'
import { isPseudonym } from '#core/pseudonym.shared.ts'

/** Returns the function that gives a username as readers see it: “Deleted account” for a pseudonym. */
export function usePersonName() {
  const { t } = useLingui()
  return (username: string) => (isPseudonym(username) ? t`Deleted account` : username)
}

/** A username as readers see it, whose direction is its own: “A****” stays so in Arabic. */
export function PersonName({ of }: { of: string }) {
  return <bdi>{usePersonName()(of)}</bdi>
}
