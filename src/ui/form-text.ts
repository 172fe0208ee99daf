/** Returns the trimmed text of a form field; an empty string for a missing field or a file. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
