import { inject } from 'vitest'
import { Contract } from '@/integration/contract'
import { openShop, type Shop } from '@/integration/shop'
import { pairedTablet, type TabletDevice } from '@/integration/tablet'
import { prisma } from '@/lib/db'

export const pins = '/api/staff/pins'
export const acting = '/api/staff/acting'

/** A shop that asks who acts, its manager, and a tablet that is paired there. */
export class PinShop {
  private constructor(
    readonly contract: Contract,
    readonly shop: Shop,
    readonly manager: Record<string, string>,
    readonly device: TabletDevice,
    readonly tabletId: string,
  ) {}

  static async open(): Promise<PinShop> {
    const contract = await Contract.of(inject('baseUrl'))
    const shop = await openShop(inject('baseUrl'))
    const manager = (await shop.signIn({ role: 'manager', name: 'Ada Mensah' })).headers
    const { device, tabletId } = await pairedTablet(contract, shop, manager)
    const opened = new PinShop(contract, shop, manager, device, tabletId)
    await opened.set({ pinForActions: true })
    return opened
  }

  readonly query = () => ({ projectId: this.shop.projectId })

  readonly set = (body: object) => {
    const settings = `/api/staff/projects/${this.shop.projectId}/settings`
    return this.shop.call(settings, { method: 'PATCH', body, headers: this.manager, key: null })
  }

  /** Their id. */
  readonly addPerson = async (name: string, typed: string, destinationIds: string[] | null = null): Promise<string> => {
    const body = { ...this.query(), name, pin: typed, destinationIds }
    const added = await this.contract.expect(`POST ${pins}`, 201, null, { headers: this.manager, body })
    return (added.body as { personId: string }).personId
  }

  /** As if nobody had mistyped one on the tablet. */
  readonly forgetTries = () =>
    prisma().tablet.updateMany({
      where: { ...this.query(), tabletId: this.tabletId },
      data: { pinForgottenAt: null, pinWaitUntil: null, pinDayUntil: null },
    })
}
