import type { Brand } from './brand.shared.ts'

/** Renders brands as the options of a `<select>`. */
export const BrandOptions = ({ brands }: { brands: readonly Pick<Brand, 'id' | 'name'>[] }) =>
  brands.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
