import { describe, expect, it, vi } from 'vitest'
import { Parts } from '@/lib/turns/parts'

/** A place that is told of, and is there when it is let. */
class Desk {
  readonly told: string[] = []
  private letIn = () => {}

  take(): Promise<void> {
    this.told.push('asked')
    return new Promise((resolve) => {
      this.letIn = () => {
        this.told.push('taken')
        resolve()
      }
    })
  }

  giveBack(): void {
    this.told.push('given back')
  }

  let(): Promise<void> {
    this.letIn()
    return settled()
  }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('parts of one work', () => {
  it('have one place, one after another, until the work is over', async () => {
    const desk = new Desk()
    const work = Parts.of(desk, async (inTurn) => {
      const parts = ['a', 'b'].map((name) => inTurn(async () => desk.told.push(name)))
      await Promise.all(parts)
      await settled()
      await inTurn(async () => desk.told.push('c'))
      return 'done'
    })
    await settled()
    expect(desk.told).toEqual(['asked'])
    await desk.let()
    expect(await work).toBe('done')
    await settled()
    expect(desk.told).toEqual(['asked', 'taken', 'a', 'b', 'c', 'given back'])
  })

  it('give their place back behind one that took long, and take another for the next', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    try {
      const desk = new Desk()
      const long = async () => clock.mockReturnValue(1_000)
      const work = Parts.of(desk, (inTurn) => Promise.all([inTurn(long), inTurn(async () => desk.told.push('b'))]))
      await settled()
      await desk.let()
      expect(desk.told).toEqual(['asked', 'taken', 'given back', 'asked'])
      await desk.let()
      await work
      await settled()
      expect(desk.told.slice(4)).toEqual(['taken', 'b', 'given back'])
    } finally {
      clock.mockRestore()
    }
  })

  it('end with the first that fails, and what comes too late is not begun', async () => {
    const desk = new Desk()
    let late: Promise<unknown> | undefined
    const work = Parts.of(desk, (inTurn) => {
      const failing = inTurn(() => Promise.reject(new Error('broken')))
      late = inTurn(async () => desk.told.push('begun'))
      late.catch(() => {})
      return failing
    })
    const failed = expect(work).rejects.toThrow('broken')
    await settled()
    await desk.let()
    await failed
    await expect(late).rejects.toThrow('broken')
    await settled()
    expect(desk.told).toEqual(['asked', 'taken', 'given back'])
  })

  it('keep no place that comes once the work has ended without it', async () => {
    const desk = new Desk()
    let unread: Promise<unknown> | undefined
    const work = Parts.of(desk, async (inTurn) => {
      unread = inTurn(async () => desk.told.push('begun'))
      unread.catch(() => {})
      await settled()
      return 'gone'
    })
    expect(await work).toBe('gone')
    await desk.let()
    await expect(unread).rejects.toThrow('over')
    await settled()
    expect(desk.told).toEqual(['asked', 'taken', 'given back'])
  })
})
