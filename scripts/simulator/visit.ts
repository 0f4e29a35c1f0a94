import { randomUUID } from 'node:crypto'
import { setTimeout as passes } from 'node:timers/promises'
import type { Caller, Reply } from '@/scripts/simulator/caller'
import type { Person } from '@/scripts/simulator/people'
import type { Plan, Step } from '@/scripts/simulator/plan'
import type { Tally } from '@/scripts/simulator/tally'

export type Project = { projectId: string; secretKey: string; publishableKey: string }

const forEverMs = 2 ** 31 - 1

type Surroundings = { caller: Caller; tally: Tally; project: Project; speed: number; signal: AbortSignal }

/** One customer's order, driven by their phone until they have arrived, cancelled or given up. */
export class Visit {
  private userToken = ''
  private hasArrived = false
  private readonly installRef = randomUUID()

  constructor(
    private readonly around: Surroundings,
    private readonly destinationId: string,
    private readonly orderId: string,
    private readonly person: Person,
    private readonly plan: Plan,
  ) {}

  /** Runs the whole visit. `onArrival` is told the order's serviceId. Throws AbortError when the run is over. */
  async run(onArrival: (serviceId: string) => void): Promise<void> {
    const made = await this.create()
    if (made?.status !== 201) return
    this.userToken = String(made.body.userToken)
    try {
      await this.drive(onArrival)
    } catch (error) {
      // The run is over while they are on the road: no board shall wait for them.
      if (!this.hasArrived) await this.update('cancel', { eventType: 'cancelled' }, randomUUID())
      throw error
    }
  }

  private async drive(onArrival: (serviceId: string) => void): Promise<void> {
    for (const step of this.plan.steps) {
      await passes((step.waitSeconds * 1000) / this.around.speed, undefined, { signal: this.around.signal })
      const reply = await this.take(step)
      if (reply?.status === 409) return this.around.tally.count('customers served before their phone told all')
      if (step.does !== 'arrive' || reply?.status !== 200) continue
      this.hasArrived = true
      onArrival(String(reply.body.serviceId))
    }
    if (this.plan.habit !== 'never') return
    this.around.tally.count('customers who never came')
    // Nobody tells a shop so: the order stays on the board until the run is over.
    await passes(forEverMs, undefined, { signal: this.around.signal })
  }

  private async create(): Promise<Reply | null> {
    const { caller, project, tally } = this.around
    const { plan, person } = this
    // A phone makes its order itself; these all have one address, from which a publishable key makes no more than a few.
    const key = project.secretKey
    const { scheduledInSeconds } = plan
    const body = {
      projectId: project.projectId,
      destinationId: this.destinationId,
      orderId: this.orderId,
      customerName: person.name,
      hsFields: person.details,
      customEventMetaData: { channel: plan.createdBy },
      ...(plan.onTheWayAtOnce && { eventType: 'onTheWay', etaSeconds: plan.etaSeconds }),
      ...(scheduledInSeconds !== null && {
        scheduledTimeForCollection: new Date(Date.now() + scheduledInSeconds * 1000).toISOString(),
      }),
    }
    const headers = { 'x-service-api-key': key, 'idempotency-key': randomUUID() }
    tally.count('orders created')
    return caller.call('create', { method: 'POST', address: '/api/orders', headers, body, expected: [201] })
  }

  private update(kind: string, body: Record<string, unknown>, idempotencyKey: string): Promise<Reply | null> {
    const { caller, project } = this.around
    return caller.call(kind, {
      method: 'PUT',
      address: `/api/orders/${encodeURIComponent(this.orderId)}`,
      headers: { 'x-service-api-key': project.publishableKey, 'idempotency-key': idempotencyKey },
      body: { projectId: project.projectId, destinationId: this.destinationId, userToken: this.userToken, ...body },
      // 409: staff have closed the order meanwhile.
      expected: [200, 409],
    })
  }

  private async take(step: Step): Promise<Reply | null> {
    const { tally } = this.around
    const key = randomUUID()
    switch (step.does) {
      case 'onTheWay':
        tally.count('forecasts')
        return this.update('on the way', { eventType: 'onTheWay', etaSeconds: step.etaSeconds }, key)
      case 'tellBay':
        tally.count('bays told later')
        return this.update('update', { hsFields: { 'Parking Bay': step.bay } }, key)
      case 'cancel':
        tally.count('cancellations')
        return this.update('cancel', { eventType: 'cancelled' }, key)
      case 'enterZone':
        return this.enterZone()
      case 'arrive':
        return this.arrive(step, key)
    }
  }

  private async arrive(step: Extract<Step, { does: 'arrive' }>, key: string): Promise<Reply | null> {
    const { tally } = this.around
    const body = {
      eventType: 'arrival',
      ...(step.bay && { hsFields: { 'Parking Bay': step.bay } }),
      ...(step.agoSeconds > 0 && { eventTime: new Date(Date.now() - step.agoSeconds * 1000).toISOString() }),
    }
    tally.count('arrivals')
    if (step.agoSeconds > 0) tally.count('arrivals told late')
    const first = await this.update('arrive', body, key)
    if (step.again === 'no' || first?.status !== 200) return first
    tally.count('arrivals told twice')
    return (await this.update('arrive again', body, step.again === 'sameKey' ? key : randomUUID())) ?? first
  }

  private enterZone(): Promise<Reply | null> {
    const { caller, project, tally } = this.around
    tally.count('geofence entries')
    const record = {
      destinationId: this.destinationId,
      installRef: this.installRef,
      entryTime: new Date().toISOString(),
      deviceInfo: this.person.os,
      appInfo: { appBuildVersion: '4.2', sdkVersion: '2.3.0' },
    }
    return caller.call('entry', {
      method: 'POST',
      address: '/api/prod1/entry',
      headers: { 'x-service-api-key': project.secretKey },
      body: { projectId: project.projectId, entries: [record] },
      expected: [200, 202],
    })
  }
}
