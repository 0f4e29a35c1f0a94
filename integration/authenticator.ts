import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')
const asked = { present: 1, verified: 4, newKey: 64 }

/** What a browser is asked to make a passkey of, as far as it matters here. */
export type Offer = { challenge: string; user: { id: string } }

/** A finger on a sensor, as far as a server can tell: it makes one passkey and signs what it is asked to (WebAuthn, ES256). */
export class Authenticator {
  #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  id = text(randomBytes(16))
  #counter = 0
  /** Whose passkey it is, as it tells itself. */
  userHandle: string | undefined
  /** True: the page that asks stands in a frame of another one's. */
  isFramed = false

  constructor(
    private readonly origin: string,
    /** False: somebody only touches it, and shows neither finger nor PIN. */
    private readonly verifies = true,
  ) {}

  /** What whoever has read its key out of it has: it signs as this one does, and counts on from here. */
  copy(): Authenticator {
    const copy = new Authenticator(this.origin, this.verifies)
    copy.#keys = this.#keys
    copy.#counter = this.#counter
    copy.id = this.id
    copy.userHandle = this.userHandle
    return copy
  }

  #data(extra: Buffer = Buffer.alloc(0)): Buffer {
    this.#counter += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    const flags = asked.present + (this.verifies ? asked.verified : 0) + (extra.length > 0 ? asked.newKey : 0)
    return Buffer.concat([sha256(new URL(this.origin).hostname), Buffer.from([flags]), counter, extra])
  }

  #client(type: 'create' | 'get', challenge: string, origin = this.origin): Buffer {
    return Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: this.isFramed }))
  }

  /** The passkey, for what the server asked a browser to make. */
  make({ challenge, user }: Offer): object {
    this.userHandle = user.id
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const hex = (part: string) => Buffer.from(part, 'base64url').toString('hex')
    const key = Buffer.from(`a50102032620012158${'20'}${hex(x)}225820${hex(y)}`, 'hex')
    const id = Buffer.from(this.id, 'base64url')
    const data = this.#data(Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]))
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.length]),
      data,
    ])
    const response = {
      clientDataJSON: text(this.#client('create', challenge)),
      attestationObject: text(attestationObject),
      transports: ['internal'],
    }
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response }
  }

  /** What it signs to sign somebody in; `origin`: of the page that asks. */
  use(challenge: string, origin = this.origin): object {
    const data = this.#data()
    const client = this.#client('get', challenge, origin)
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey)
    const shown = { clientDataJSON: text(client), authenticatorData: text(data), signature: text(signature) }
    const response = { ...shown, userHandle: this.userHandle }
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response }
  }
}
