import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../../scripts/process/refusal.mjs'
import { copyIn } from './copy.mjs'

const streams = 2
const storeCount = 200
const chunkLines = 1_000

const columns =
  'project_id, entry_id, zone_id, destination_id, install_ref, source, entry_time, creation_time, latitude, longitude, horizontal_accuracy, device_type, os, os_version, app_build_version, sdk_version'

let made = 0

/**
 * Entries as phones send them, told within the last hours, each with an id of its own.
 * @param {number} count
 * @param {string} run
 */
function records(count, run) {
  const now = Date.now()
  return Array.from({ length: count }, (_, i) => {
    const n = made++
    const store = (n * 7_919) % storeCount
    return {
      entryId: `${run}-${n}`,
      zoneId: `zone-${store}`,
      destinationId: `store-${store}`,
      installRef: `install-${(n * 104_729) % 200_000}`,
      entryTime: new Date(now - 7_200_000 + Math.floor((i / count) * 7_000_000)).toISOString(),
      location: {
        latitude: 48 + (n % 1000) / 1000,
        longitude: 11 + (n % 997) / 1000,
        horizontalAccuracy: 5 + (n % 30),
      },
      deviceInfo: { deviceType: 'phone', os: n % 3 === 0 ? 'Android' : 'iOS', osVersion: `20.${n % 5}` },
      appInfo: { appBuildVersion: `4.${n % 9}`, sdkVersion: '2.3.0' },
    }
  })
}

/**
 * @param {ReturnType<typeof records>} sent
 * @param {(record: ReturnType<typeof records>[number]) => string} textOf
 */
function chunksOf(sent, textOf) {
  const chunks = []
  for (let i = 0; i < sent.length; i += chunkLines) {
    chunks.push(
      Buffer.from(
        sent
          .slice(i, i + chunkLines)
          .map((record) => `${textOf(record)}\n`)
          .join(''),
      ),
    )
  }
  return chunks
}

/**
 * Sends lines to the product, over some streams at once.
 * @param {import('../servers.mjs').Server} server
 * @param {import('./seed.ts').EntryFacts} facts
 * @param {number} count
 * @param {string} run
 * @returns {Promise<number>} rows a second
 */
export async function sendLines(server, { receiver }, count, run) {
  const each = Math.ceil(count / streams)
  const bodies = Array.from({ length: streams }, () => chunksOf(records(each, run), (record) => JSON.stringify(record)))
  const startedAt = performance.now()
  const answers = await Promise.all(bodies.map((chunks) => sendStream(server, receiver, chunks)))
  const accepted = answers.map((told) => told.accepted)
  if (accepted.some((count) => count !== each)) {
    throw new Refusal(`Entries were not taken: ${JSON.stringify(answers).slice(0, 500)}`)
  }
  return (each * streams) / ((performance.now() - startedAt) / 1_000)
}

/**
 * @param {import('../servers.mjs').Server} server
 * @param {import('./seed.ts').EntryFacts['receiver']} receiver
 * @param {Buffer[]} chunks
 * @returns {Promise<{ accepted?: number }>} the answer, whatever it is
 */
async function sendStream({ baseUrl }, { projectId, secretKey }, chunks) {
  const sent = request(`${baseUrl}/api/prod1/entry?projectId=${projectId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', 'x-service-api-key': secretKey },
  })
  const answered = once(sent, 'response')
  await pipeline(Readable.from(chunks), sent)
  const [answer] = await answered
  return JSON.parse(await text(answer))
}

/**
 * Copies the like into the same table, with its indexes and triggers.
 * @param {import('pg').Client} client
 * @param {import('./seed.ts').EntryFacts} facts
 * @param {number} count
 * @param {string} run
 * @returns {Promise<number>} rows a second
 */
export async function copyRows(client, { receiver }, count, run) {
  const now = new Date().toISOString()
  const chunks = chunksOf(records(count, run), ({ location, deviceInfo, appInfo, ...record }) =>
    [
      ...[receiver.projectId, record.entryId, record.zoneId, record.destinationId, record.installRef, 'sdk'],
      ...[record.entryTime, now, location.latitude, location.longitude, location.horizontalAccuracy],
      ...[deviceInfo.deviceType, deviceInfo.os, deviceInfo.osVersion, appInfo.appBuildVersion, appInfo.sdkVersion],
    ].join('\t'),
  )
  const startedAt = performance.now()
  await copyIn(client, `copy entry (${columns}) from stdin`, chunks)
  return count / ((performance.now() - startedAt) / 1_000)
}
