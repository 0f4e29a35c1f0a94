import { randomUUID } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { openShop } from '@/integration/shop'
import { findStaffBySession } from '@/lib/auth/data'
import { prisma } from '@/lib/db'
import { isListening, onReaderNews } from '@/lib/feed/listener'
import { findStaffFor } from '@/lib/tablets/credential'
import { acrossProjects } from '@/lib/wall'
import { createStaff } from '@/prisma/factories/project'
import { until } from '@/scripts/process/processes.mjs'

it('behind its end a session is believed for none of its streams, however lately one of them has asked', async () => {
  const shop = await openShop(inject('baseUrl'))
  const { email } = await createStaff({ projectId: shop.projectId, role: 'staff' })
  const endListening = onReaderNews(randomUUID(), () => undefined)
  try {
    expect(await until(isListening, 20_000)).toBe(true)
    await acrossProjects(async () => {
      const { id: userId } = await prisma().user.findUniqueOrThrow({ where: { email } })
      const [id, now] = [randomUUID(), new Date()]
      const expiresAt = new Date(now.getTime() + 1_000)
      await prisma().session.create({
        data: { id, userId, token: randomUUID(), createdAt: now, updatedAt: now, expiresAt },
      })
      const caller = await findStaffBySession(id, now)
      if (!caller) throw new Error('The session is over before it is looked at')
      const beat = () => findStaffFor(caller, { isBeat: true, isSame: () => true })
      expect(await beat()).toMatchObject({ userId })
      expect(await until(() => new Date() > expiresAt, 5_000)).toBe(true)
      expect(await beat()).toBeNull()
    })
  } finally {
    endListening()
  }
})
