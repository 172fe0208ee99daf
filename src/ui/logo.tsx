/**
 * The logo: an obi that reads 連番 (renban, running numbers). The style sheet draws its characters, so
 * that neither the page nor its scripts hold them.
 */
export const Logo = () => (
  <span className="flex items-center gap-2.5">
    <span aria-hidden className="logo" />
    <span className="text-[1.1875rem] font-bold tracking-[-0.01em] max-[22rem]:sr-only @max-[21rem]:sr-only">
      Renban
    </span>
  </span>
)
