/** A role and the name of who had it. The role is empty where the line has none. */
interface Credit {
  role: string
  name: string
}

// Up to the first colon, unless that is part of a link or a time of day.
const ROLE = /^([^:：]+)(?:：|:(?!\/\/|\d))\s*(.+)$/

/** Returns the credits of a title, one for each line of `Role: Name`. */
export const creditsIn = (text: string): Credit[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, role = '', name = line] = ROLE.exec(line) ?? []
      return { role: role.trim(), name }
    })
