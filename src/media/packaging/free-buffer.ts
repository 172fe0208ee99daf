/**
 * Releases the memory of a large buffer at once; the buffer must not be read any more. Waiting for
 * the garbage collector makes it scan the whole heap over and over while a film is packaged.
 */
export function freeBuffer({ buffer, byteLength }: Buffer): void {
  const isPooled = byteLength !== buffer.byteLength
  if (!isPooled) (buffer as ArrayBuffer).transfer(0)
}
