import { spawn } from 'node:child_process'

/**
 * Runs a program without input and prints its output only if it fails. A failure ends the setup if
 * the program is `required`, the default; otherwise returns false.
 */
export async function run(command, args, { env = {}, required = true } = {}) {
  const { output, code } = await execute(command, args, env)
  if (code === 0) return true
  process.stderr.write(`${output}${command} ${args.join(' ')} failed.\n`)
  if (required) process.exit(1)
  return false
}

/** Returns true if a program exists and succeeds; hides its output. */
export async function succeeds(command, args) {
  return (await execute(command, args, {})).code === 0
}

function execute(command, args, env) {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'pipe', 'pipe']
    const child = spawn(command, args, { stdio, env: { ...process.env, ...env } })
    let output = ''
    const append = (text) => (output += text)
    child.stdout.on('data', append)
    child.stderr.on('data', append)
    child.on('error', (error) => resolve({ output: `${error.message}\n`, code: 127 }))
    child.on('close', (code) => resolve({ output, code: code ?? 1 }))
  })
}
