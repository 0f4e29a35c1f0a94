import { describe, expect, it } from 'vitest'
import type { Waiting } from '@/lib/turns/places'
import { ProjectTurns, Turns } from '@/lib/turns/turns'

/** Work that ends when it is told to: who has begun, in this order, and who was refused. */
class Desk {
  readonly begun: string[] = []
  readonly refused: string[] = []
  private readonly ending = new Map<string, () => void>()
  private readonly turns: Turns

  constructor(mostWaiting: number, isInTurn = false) {
    this.turns = new Turns({ atOnce: 1, mostWaiting, what: 'wait', ...(isInTurn && { alternates: true }) })
  }

  ask(name: string, who: Partial<Waiting> = {}): Promise<void> {
    const work = () => {
      this.begun.push(name)
      return new Promise<void>((resolve) => this.ending.set(name, resolve))
    }
    return this.turns.run(work, { isFamiliar: false, network: name, ...who }).catch(({ code }) => {
      this.refused.push(`${name} ${code}`)
    })
  }

  end(name: string | undefined): void {
    this.ending.get(name ?? '')?.()
  }

  /** Ends all in turn, until nobody is left. */
  async finish(all: Promise<void>[]): Promise<string[]> {
    const done = Promise.all(all)
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    await settled()
    for (let name = this.begun[0]; name !== undefined; name = this.begun[this.begun.indexOf(name) + 1]) {
      this.end(name)
      await settled()
    }
    await done
    return this.begun
  }
}

describe('who waits for a turn', () => {
  it('comes before strangers where they are familiar, and before who has sent many', async () => {
    const desk = new Desk(10)
    const flood = ['a', 'b', 'c', 'd'].map((name) => desk.ask(name, { network: 'one' }))
    const others = [desk.ask('stranger'), desk.ask('second'), desk.ask('known', { isFamiliar: true })]
    expect(await desk.finish([...flood, ...others])).toEqual(['a', 'known', 'b', 'stranger', 'second', 'c', 'd'])
    expect(desk.refused).toEqual([])
  })

  it('has every second turn where the familiar and strangers have them in turn, however many of either wait', async () => {
    const desk = new Desk(100, true)
    const all = ['s0', 's1', 's2', 's3', 's4'].map((name) => desk.ask(name))
    for (const name of ['f0', 'f1', 'f2']) all.push(desk.ask(name, { isFamiliar: true }))
    expect(await desk.finish(all)).toEqual(['s0', 'f0', 's1', 'f1', 's2', 'f2', 's3', 's4'])
  })

  it('is passed by nobody of the same network who comes later, and by each other network once a round', async () => {
    const desk = new Desk(10)
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => desk.ask(name, { network: 'one' }))
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    await settled()
    for (const next of ['f', 'g']) {
      desk.end(desk.begun.at(-1))
      await settled()
      all.push(desk.ask(next, { network: 'one' }))
    }
    for (const name of ['x', 'y']) all.push(desk.ask(name, { network: 'two' }))
    expect(await desk.finish(all)).toEqual(['a', 'b', 'c', 'x', 'd', 'y', 'e', 'f', 'g'])
  })

  it('has their turn behind a few whose network nobody knows, however many of those come', async () => {
    const desk = new Desk(10)
    const all = ['a', 'b'].map((name) => desk.ask(name, { network: 'one' }))
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    await settled()
    desk.end('a')
    await settled()
    const come = (name: string) => all.push(desk.ask(name, { network: null }))
    for (const name of ['n0', 'n1']) come(name)
    all.push(desk.ask('c', { network: 'one' }))
    for (let n = 2; n < 20; n += 1) {
      desk.end(desk.begun.at(-1))
      await settled()
      come(`n${n}`)
    }
    expect(desk.begun.indexOf('c')).toBeGreaterThan(0)
    expect(desk.begun.indexOf('c')).toBeLessThan(12)
    expect((await desk.finish(all)).filter((name) => name.startsWith('n'))).toHaveLength(20)
  })

  it('has their next turn however many come from ever other networks', async () => {
    const desk = new Desk(100)
    const all = ['a', 'b', 'c'].map((name) => desk.ask(name, { network: 'one' }))
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    await settled()
    for (let n = 0; n < 200; n += 1) {
      all.push(desk.ask(`n${n}`), desk.ask(`m${n}`))
      desk.end(desk.begun.at(-1))
      await settled()
    }
    expect(desk.begun.indexOf('b')).toBeGreaterThan(0)
    expect(desk.begun.indexOf('c')).toBeGreaterThan(desk.begun.indexOf('b'))
    await desk.finish(all)
  })

  it('is told to come again where too many wait: of those the last of whoever has sent most', async () => {
    const desk = new Desk(3)
    const flood = ['a', 'b', 'c', 'd', 'e'].map((name) => desk.ask(name, { network: 'one' }))
    const others = [desk.ask('known', { isFamiliar: true, network: 'one' }), desk.ask('stranger')]
    expect(await desk.finish([...flood, ...others])).toEqual(['a', 'known', 'b', 'stranger'])
    expect(desk.refused).toEqual(['e unavailable', 'd unavailable', 'c unavailable'])
  })

  it('is not worked for once they have hung up', async () => {
    const desk = new Desk(3)
    const gone = new AbortController()
    const { signal } = gone
    const all = [desk.ask('first', { signal }), desk.ask('gone', { signal }), desk.ask('last')]
    gone.abort()
    all.push(desk.ask('late', { signal }))
    expect(await desk.finish(all)).toEqual(['first', 'last'])
    expect(desk.refused).toEqual(expect.arrayContaining(['gone unavailable', 'late unavailable']))
  })
})

describe('the turns of projects', () => {
  it('are nobody else’s: who sends much waits for themselves, and no longer than they may', async () => {
    const turns = new ProjectTurns({ atOnce: 1, mostWaiting: 8, what: 'wait' })
    let end = () => {}
    const first = turns.run(
      { projectId: 'one', keyId: 'a' },
      { mostMs: 60_000 },
      () => new Promise<void>((done) => (end = done)),
    )
    const ask = (projectId: string, keyId: string, mostMs = 60_000) =>
      turns.run({ projectId, keyId }, { mostMs }, async () => keyId)
    expect(await ask('two', 'b')).toBe('b')
    await expect(ask('one', 'a', 0.5)).rejects.toMatchObject({ code: 'unavailable' })
    const order: string[] = []
    const waiting = ['a', 'a', 'c'].map((keyId) => ask('one', keyId).then((done) => order.push(done)))
    end()
    await Promise.all([first, ...waiting])
    expect(order).toEqual(['a', 'c', 'a'])
    expect(await ask('one', 'd')).toBe('d')
  })
})
