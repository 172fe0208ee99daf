/** An arrow from the former to the next of two words, which points in the direction of reading. */
export const Arrow = () => (
  <span aria-hidden className="inline-block rtl:-scale-x-100">
    →
  </span>
)
