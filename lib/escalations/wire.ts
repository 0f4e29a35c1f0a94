import type { RingingStore } from '@/lib/escalations/schema'
import { listOf, membersOf, type Reader, withTimes } from '@/lib/http/wire'

const ownTimes = withTimes<Omit<RingingStore, 'escalation'>>({ since: true })
const escalationReader = withTimes<NonNullable<RingingStore['escalation']>>({ since: true })

const ringingStoreReader: Reader<RingingStore> = {
  parse(json) {
    const { escalation } = membersOf(json)
    return {
      ...(ownTimes.parse(json) as RingingStore),
      escalation: escalation === null ? null : escalationReader.parse(escalation),
    }
  },
}

const storesReader = listOf(ringingStoreReader)

export const elsewhereReader: Reader<{ stores: RingingStore[] }> = {
  parse: (json) => ({ stores: storesReader.parse(membersOf(json).stores) }),
}
