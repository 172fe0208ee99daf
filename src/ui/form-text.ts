/** What was typed into a field of a form, without the spaces around it; a file is nothing. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
