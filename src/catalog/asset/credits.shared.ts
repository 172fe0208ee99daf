/** A role and the name of who had it. The role is empty where the line has none. */
interface Credit {
  role: string
  name: string
}

/** Returns the credits of a title, one for each line of `Role: Name`. */
export const creditsIn = (text: string): Credit[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, role = '', name = line] = /^([^:：]+)[:：]\s*(.+)$/.exec(line) ?? []
      return { role: role.trim(), name }
    })
