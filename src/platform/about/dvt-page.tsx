import { useLingui } from '@lingui/react/macro'
import { Prose } from '#src/platform/layout/prose.tsx'

/** Explains numbered copies. `dvt` in the address stands for "digital video titles". */
export default function DvtPage() {
  const { t } = useLingui()
  return (
    <Prose
      title={t`Digital video titles`}
      lead={t`How a film, a song or a picture becomes a hundred things that can each be owned.`}
      sections={[
        [
          t`1. It is made and numbered`,
          t`A creator uploads the work and says how many copies there will be. We check it, encrypt it and give each copy its number, from the first to the last. The edition is written on every copy: 7 of 100.`,
        ],
        [
          t`2. You choose a number`,
          t`The board of a title shows every number: which can be bought, which can be rented, which are held. Choose one, and it is held for you while you pay.`,
        ],
        [
          t`3. It is yours`,
          t`Your copy stands on your shelf with your seal. You can watch it, and you have a certificate that names the number and its earlier holders.`,
        ],
        [
          t`4. It goes on`,
          t`List it for sale, rent it out, trade it for another number. The creator gets the royalty that was agreed, and the register gets one more line.`,
        ],
        [
          t`What it is not`,
          t`It is not a share in the work and not an investment. Prices may fall. Buy what you want to see again.`,
        ],
      ]}
    />
  )
}
