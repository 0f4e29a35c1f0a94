import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rememberedIn } from '@/scripts/postgres/home.mjs'
import { clearLeftovers, clusterName } from '@/scripts/postgres/leftovers.mjs'
import { processesNaming, startOf, until } from '@/scripts/process/processes.mjs'
import { inRoot, root } from '@/scripts/settings/places.mjs'
import { type Demo, readDemo } from '@/scripts/setup/demo.mjs'

const script = inRoot('scripts', 'start.mjs')
const mostMs = 60_000

/** What `npm start` is in a clone of its own: a data folder that nobody else uses, on any free port. */
export class Clone {
  readonly dataFolder = mkdtempSync(path.join(tmpdir(), 'baycall clone '))
  private readonly running: RunningClone[] = []

  demo(): Demo {
    const demo = readDemo(this.dataFolder)
    if (!demo) throw new Error('There is no demo.json.')
    return demo
  }

  async start(): Promise<RunningClone> {
    const running = new RunningClone(this, this.spawn({}))
    this.running.push(running)
    await running.ready()
    return running
  }

  /** A start that is expected to refuse. */
  async fail(env: Record<string, string>): Promise<{ exitCode: number; output: string }> {
    const child = this.spawn(env)
    const output = textOf(child)
    const [exitCode] = await once(child, 'close')
    return { exitCode, output: output() }
  }

  async remove(): Promise<void> {
    for (const running of this.running) await running.stop()
    const { home, cluster } = this.database()
    // Of a start that a test has killed, the database still runs.
    if (cluster) await clearLeftovers(cluster)
    for (const folder of [this.dataFolder, home, `${home}.owner`]) rmSync(folder, { recursive: true, force: true })
  }

  /** Where the database is: in the data folder, or elsewhere if its account can't enter that. */
  database(): { home: string; cluster: string | null } {
    const { elsewhere } = rememberedIn(this.dataFolder) ?? { elsewhere: null }
    const home = elsewhere ?? path.join(this.dataFolder, 'postgres')
    const version = existsSync(home) ? readdirSync(home).find((name) => /^\d+$/.test(name)) : undefined
    return { home, cluster: version ? path.join(home, version) : null }
  }

  private spawn(env: Record<string, string>): ChildProcess {
    const { DATABASE_URL: _, BAYCALL_SECRET: __, ...inherited } = process.env
    return spawn(process.execPath, [script], {
      cwd: root,
      env: {
        ...inherited,
        BAYCALL_DATA: this.dataFolder,
        PORT: '0',
        npm_lifecycle_event: '',
        ...env,
      } as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
}

/** A start that serves. */
export class RunningClone {
  readonly output: () => string
  private readonly exited: Promise<number | null>

  constructor(
    private readonly clone: Clone,
    private readonly child: ChildProcess,
  ) {
    this.output = textOf(child)
    this.exited = once(child, 'close').then(([exitCode]) => exitCode)
  }

  async ready(): Promise<void> {
    const isReady = () => this.output().includes('Ctrl-C stops it') || this.child.exitCode !== null
    if (!(await until(isReady, mostMs)) || this.child.exitCode !== null) throw new Error(this.output())
  }

  get baseUrl(): string {
    return this.clone.demo().baseUrl
  }

  get port(): string {
    return new URL(this.baseUrl).port
  }

  /** Runs the printed curl lines in a shell. */
  paste(): Record<string, unknown>[] {
    const lines = this.output()
      .split('\n')
      .filter((line) => line.startsWith('curl '))
    return lines.map((line) =>
      JSON.parse(execFileSync('/bin/sh', ['-c', `${line} --silent --show-error`], { encoding: 'utf8' })),
    )
  }

  /** The order whose customer has arrived by them; again, as one does who is told to wait a moment. */
  async arrived(): Promise<Record<string, unknown> | undefined> {
    let told: Record<string, unknown> | undefined
    await until(async () => {
      told = this.paste().at(-1)
      return told?.status === 'Arrived'
    }, mostMs)
    return told
  }

  pids(): { start: number; server: number; database: number } {
    const { children } = JSON.parse(readFileSync(path.join(this.clone.dataFolder, 'lock'), 'utf8'))
    const pidFile = path.join(this.cluster, 'postmaster.pid')
    const postmaster = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : 0
    return { start: this.child.pid ?? 0, server: children.at(-1).pid, database: postmaster }
  }

  processes(): number[] {
    return [...Object.values(this.pids()), ...processesNaming(clusterName(this.cluster))]
  }

  /** Answers when what was killed has been brought up again, and the server takes requests with its database. */
  async recovered(killedPid: number): Promise<void> {
    const isReady = async () =>
      !Object.values(this.pids()).includes(killedPid) &&
      (await fetch(`${this.baseUrl}/api/health/ready`).catch(() => null))?.ok === true
    if (!(await until(isReady, mostMs))) throw new Error(this.output())
  }

  async find(orderId: string): Promise<Record<string, unknown>> {
    const { projectId, secretKey } = this.clone.demo()
    const answer = await fetch(`${this.baseUrl}/api/orders/${orderId}?projectId=${projectId}`, {
      headers: { 'x-service-api-key': secretKey },
    })
    return answer.json()
  }

  /** As Ctrl-C does; answers the exit code. Of one that was killed, what it left behind is ended. */
  async stop(): Promise<number | null> {
    if (this.child.pid && startOf(this.child.pid)) this.child.kill('SIGINT')
    return this.exited
  }

  private get cluster(): string {
    return this.clone.database().cluster ?? ''
  }
}

function textOf(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (more) => {
      text += more
    })
  }
  return () => text
}
