import { onStoreNews } from '@/lib/feed/listener'
import { wholeProject } from '@/lib/feed/wake'
import type { StreamMessage } from '@/lib/http/event-stream'
import { log } from '@/lib/log'
import { Patience } from '@/lib/patience'
import { findBoardStore } from '@/lib/settings/data'
import { inProjects } from '@/lib/wall'

type Store = { projectId: string; destinationId: string }

// A wake that was lost is made good within this.
const lookEveryMs = 30_000

/** A store's settings as a message. It has no id: the cursor stays the orders'. */
export async function settingsMessage(store: Store): Promise<StreamMessage> {
  return { event: 'settings', data: JSON.stringify({ store: await findBoardStore(store) }) }
}

/** Tells the boards of one store what a manager has changed there or for the whole project. */
export class SettingsNews {
  private readonly stopListening: () => void
  private readonly timer: NodeJS.Timeout
  private told: string | undefined
  private turn = 0

  constructor(
    private readonly store: Store,
    send: (message: StreamMessage) => void,
  ) {
    this.stopListening = onStoreNews(store.projectId, wholeProject, () => void this.look(send))
    this.timer = setInterval(() => void this.look(send), lookEveryMs)
    // Each board reads them itself as it comes: what they are to begin with is no news.
    void this.look(() => {})
  }

  stop(): void {
    this.stopListening()
    clearInterval(this.timer)
  }

  private async look(tell: (message: StreamMessage) => void): Promise<void> {
    this.turn += 1
    const { turn } = this
    try {
      const message = await Patience.outside(
        () => inProjects([this.store.projectId], () => settingsMessage(this.store)),
        { isForKnown: true },
      )
      // Of two looks at once the later one knows more.
      if (turn !== this.turn || message.data === this.told) return
      this.told = message.data
      tell(message)
    } catch (error) {
      log.warn({ err: error }, 'settings could not be read')
    }
  }
}
