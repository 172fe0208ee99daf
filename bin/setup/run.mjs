import { spawn } from 'node:child_process'

/**
 * Runs a program that may not ask anything, and shows what it said only if it fails. What a setup
 * cannot do without ends it (`must`, the default); else the answer is whether it went well.
 */
export async function run(command, args, { env = {}, must = true } = {}) {
  const { said, code } = await listen(command, args, env)
  if (code === 0) return true
  process.stderr.write(`${said}${command} ${args.join(' ')} failed.\n`)
  if (must) process.exit(1)
  return false
}

/** Whether a program is there and content; what it says is nobody's business. */
export async function succeeds(command, args) {
  return (await listen(command, args, {})).code === 0
}

function listen(command, args, env) {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'pipe', 'pipe']
    const child = spawn(command, args, { stdio, env: { ...process.env, ...env } })
    let said = ''
    const hear = (text) => (said += text)
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('error', (error) => resolve({ said: `${error.message}\n`, code: 127 }))
    child.on('close', (code) => resolve({ said, code: code ?? 1 }))
  })
}
