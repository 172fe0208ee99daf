import { useLingui } from '@lingui/react/macro'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useFieldWords } from '#src/catalog/asset/title-fields.tsx'
import { type Obi, obiColours } from '#src/platform/pictures/media.shared.ts'

const NAMES = Object.keys(obiColours) as Obi[]

/** The choice of the obi colour. Each option shows the obi with the number of copies. */
export function ObiChoice({ field, copies }: { field: UseFormRegisterReturn; copies: number }) {
  const words = useObiWords()
  const { label, hint } = useFieldWords('obi')
  return (
    <fieldset>
      <legend className="text-label font-semibold">{label}</legend>
      <p className="mt-1 mb-2.5 text-hint text-ink-2">{hint}</p>
      <div className="flex flex-wrap gap-x-3 gap-y-4">
        {NAMES.map((name) => (
          <label key={name} className="grid min-w-11 justify-items-center gap-1.5 text-least">
            <input {...field} type="radio" value={name} className="peer sr-only" />
            <span
              data-obi={name}
              className="grid h-14 w-11 place-items-center rounded-sm bg-(--obi-strip) text-(--obi-figure) inset-ring inset-ring-line-2 peer-checked:outline-2 peer-checked:outline-offset-2 peer-checked:outline-ink peer-focus-visible:ring-3 peer-focus-visible:ring-focus"
            >
              <span
                aria-hidden
                className={`number ${copies > 999 ? 'text-[1.125rem]' : 'text-[1.5rem]'}`}
              >
                {copies || ''}
              </span>
            </span>
            {words[name]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The traditional Japanese colour names; languages without a name of their own keep the romanized one. */
function useObiWords(): Record<Obi, string> {
  const { t } = useLingui()
  return {
    sumi: t`sumi`,
    gunjo: t`gunjo`,
    matsuba: t`matsuba`,
    asagi: t`asagi`,
    fuji: t`fuji`,
    yamabuki: t`yamabuki`,
    kobicha: t`kobicha`,
    kinari: t`kinari`,
    nezu: t`nezu`,
  }
}
