import { setTimeout as passes } from 'node:timers/promises'
import type { Caller } from '@/scripts/simulator/caller'
import type { Plan } from '@/scripts/simulator/plan'
import type { Tally } from '@/scripts/simulator/tally'

type Credentials = { email: string; password: string }

const tokenForMs = 45 * 60 * 1000

/** Staff who acknowledge each arrival and hand over, unless somebody at a board was quicker. */
export class Staff {
  private token: { value: Promise<string>; until: number } | null = null

  constructor(
    private readonly caller: Caller,
    private readonly tally: Tally,
    private readonly projectId: string,
    private readonly credentials: Credentials,
  ) {}

  // Kept as a promise: many who need it at once wait for one sign-in.
  private accessToken(): Promise<string> {
    if (!this.token || this.token.until < Date.now()) {
      this.token = { value: this.signIn(), until: Date.now() + tokenForMs }
    }
    return this.token.value
  }

  private async signIn(): Promise<string> {
    const reply = await this.caller.call('staff sign in', {
      method: 'POST',
      address: '/api/prod1/sessions',
      headers: {},
      body: this.credentials,
      expected: [201],
    })
    if (!reply?.body.accessToken) this.token = null
    return String(reply?.body.accessToken ?? '')
  }

  private async act(serviceId: string, action: string): Promise<void> {
    const token = await this.accessToken()
    const reply = await this.caller.call(action, {
      method: 'POST',
      address: `/api/staff/orders/${serviceId}/actions`,
      headers: { authorization: `Bearer ${token}` },
      body: { projectId: this.projectId, action },
      expected: [200, 409],
    })
    if (reply?.status === 200) this.tally.count(action === 'acknowledge' ? 'acknowledged' : 'handed over')
    if (reply?.status === 409) this.tally.count('done by somebody at a board')
  }

  /** Serves one customer who has arrived; when the run is over, at once. */
  async serve(serviceId: string, plan: Plan, speed: number, signal: AbortSignal): Promise<void> {
    const { acknowledgeAfterSeconds, completeAfterSeconds } = plan
    const busyFor = (seconds: number) => passes((seconds * 1000) / speed, undefined, { signal }).catch(() => undefined)
    await busyFor(acknowledgeAfterSeconds)
    if (!signal.aborted) await this.act(serviceId, 'acknowledge')
    await busyFor(completeAfterSeconds - acknowledgeAfterSeconds)
    await this.act(serviceId, 'complete')
  }
}
