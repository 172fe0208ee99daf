import type { Brand } from './brand.shared.ts'

/** One's brands as a `<select>` offers them. */
export const BrandOptions = ({ brands }: { brands: readonly Pick<Brand, 'id' | 'name'>[] }) =>
  brands.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
