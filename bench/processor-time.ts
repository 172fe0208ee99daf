import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100 // USER_HZ, which is 100 on all Linux machines

/** Reads the processor time that a process and its ended children have used, in seconds. */
function secondsOf(pid: number): number {
  // After the name in brackets, proc(5): utime, stime, cutime and cstime are fields 14 to 17.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
}

/** Returns the process ids of the running children of a process. */
function childrenOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`)
  return threads.flatMap((thread) => {
    const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
    return children.split(' ').filter(Boolean).map(Number)
  })
}

/** Reads the processor time of a process with all its descendants, in seconds. */
export function secondsOfFamily(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + secondsOfFamily(child), secondsOf(pid))
}
