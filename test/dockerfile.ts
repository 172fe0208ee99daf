/** A stage of a Dockerfile: its name, the image it starts from, and its steps in order. */
export interface Stage {
  name: string
  from: string
  steps: { word: string; rest: string }[]
}

/** Reads a Dockerfile without ARG, heredocs or directives (docs.docker.com/reference/dockerfile). */
export function stagesOf(dockerfile: string): Stage[] {
  const stages: Stage[] = []
  const lines = dockerfile.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n\s*/g, '')
  for (const line of lines.split('\n').filter((text) => text.trim())) {
    const [, word = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    const [, from, name = ''] = /^FROM (\S+)(?: AS (\S+))?$/.exec(line) ?? []
    if (from) stages.push({ name, from, steps: [] })
    else if (word) stages.at(-1)!.steps.push({ word, rest })
    else throw new Error(`not an instruction: ${line}`)
  }
  return stages
}
