import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Mail, readMail } from '#src/emulators/mail/server.ts'
import { type Ends, need, startEngine, userNamed, within } from './engine.ts'

const PROGRAM = '/usr/sbin/exim4'
const PORT = 2_525

/** Starts Exim, which accepts mail by SMTP and delivers all of it to one Maildir. */
export async function openExim(ends: Ends, folder: string) {
  need(PROGRAM)
  const user = userNamed('Debian-exim')
  for (const name of ['spool', 'exim-log', 'mailbox']) {
    mkdirSync(join(folder, name))
    chownSync(join(folder, name), user.uid, user.gid)
  }
  const file = join(folder, 'exim.conf')
  writeFileSync(file, configuration(folder))
  const engine = startEngine('exim', PROGRAM, ['-C', file, '-bdf', '-q30s'], { folder })
  ends.after(() => engine.end())
  await within(10, () => greeting())
  return {
    url: `smtp://127.0.0.1:${PORT}`,
    /** Returns the mails to an address, the newest first. */
    inbox: openInbox(join(folder, 'mailbox/new')),
  }
}

const configuration = (folder: string) => `
primary_hostname = mail.renban.example
exim_user = Debian-exim
exim_group = Debian-exim
spool_directory = ${folder}/spool
log_file_path = ${folder}/exim-log/%slog
pid_file_path = ${folder}/exim-log/exim.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${PORT}
deliver_drop_privilege = true
keep_environment =
tls_advertise_hosts =
rfc1413_query_timeout = 0s
smtp_accept_max = 0
smtp_accept_queue_per_connection = 0
acl_smtp_rcpt = accept
begin routers
all:
  driver = accept
  transport = mailbox
begin transports
mailbox:
  driver = appendfile
  maildir_format
  directory = ${folder}/mailbox
  user = Debian-exim
  group = Debian-exim
  envelope_to_add
`

async function greeting() {
  const socket = connect(PORT, '127.0.0.1')
  try {
    await once(socket, 'data')
  } finally {
    socket.destroy()
  }
}

/** Reads each mail of a Maildir once. */
function openInbox(folder: string) {
  const read = new Map<string, Mail>()
  return async (to: string): Promise<Mail[]> => {
    const files = existsSync(folder) ? readdirSync(folder) : []
    for (const file of files.filter((name) => !read.has(name)).toSorted()) {
      const source = readFileSync(join(folder, file), 'latin1')
      const [, recipient = ''] = /^Envelope-to: (.+)$/m.exec(source) ?? []
      read.set(
        file,
        await readMail({ to: recipient, received_at: new Date().toISOString(), source }),
      )
    }
    return [...read.values()].filter((mail) => mail.to === to).toReversed()
  }
}
