/** A complete notice of a company that sells as a business. */
export const sellerNotice = {
  seller: 'company' as const,
  name: 'Kita Eiga K.K.',
  representative: 'Kita Hanako',
  address: '1-2-3 Kita, Nemuro, Hokkaido 087-0001',
  phone: '+81 153 00 0000',
  email: 'shop@kita-eiga.example',
  price_terms: 'Shown with each copy, consumption tax included.',
  cost_terms: 'Your internet connection.',
  delivery_terms: 'At once after payment.',
  return_terms: 'Digital copies cannot be returned after payment.',
}
