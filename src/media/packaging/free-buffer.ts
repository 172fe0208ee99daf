/**
 * Gives the memory of a large buffer back now; nobody may read it any more. What waits for the
 * collector instead makes it go through the whole heap again and again while a film is packaged.
 */
export function freeBuffer({ buffer, byteLength }: Buffer): void {
  const isPooled = byteLength !== buffer.byteLength
  if (!isPooled) (buffer as ArrayBuffer).transfer(0)
}
