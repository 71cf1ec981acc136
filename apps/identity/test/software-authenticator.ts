import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { PasskeyCreation, PasskeyRequest } from '@tradepost/contracts/passkeys';
import { origin } from './fixture';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url');

const [userPresent, userVerified, attested] = [0x01, 0x04, 0x40];

/** What an authenticator, or the page that uses it, may state wrongly. */
interface Stated {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** In a frame of another site. */
  crossOrigin?: boolean;
  topOrigin?: string;
  userHandle?: string;
  isUserVerified?: boolean;
  isUserPresent?: boolean;
  /** Its counter before this signature. */
  counter?: number;
  fmt?: string;
  certificates?: Uint8Array[];
}

/** An authenticator in software with one passkey (ES256) for its site. It verifies its user, and counts its signatures. */
export class SoftwareAuthenticator {
  readonly id = base64url(randomBytes(32));
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private handle = '';

  /** @param counts false for one that always states 0 */
  constructor(
    private counter = 0,
    private readonly counts = true,
  ) {}

  /** Answers `navigator.credentials.create`. */
  create({ challenge, user }: Pick<PasskeyCreation, 'challenge' | 'user'>, stated: Stated = {}) {
    this.handle = user.id;
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' });
    const point = (part?: string) => new Uint8Array(Buffer.from(part ?? '', 'base64url'));
    const publicKey = isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point(x)],
        [-3, point(y)],
      ]),
    );
    const id = Buffer.from(this.id, 'base64url');
    const authData = Buffer.concat([
      this.authenticatorData(stated, attested),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      publicKey,
    ]);
    const statement = new Map(stated.certificates && [['x5c', stated.certificates]]);
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', stated.fmt ?? 'none'],
        ['attStmt', statement],
        ['authData', new Uint8Array(authData)],
      ]) as never,
    );
    const clientDataJSON = this.clientData(challenge, { type: 'webauthn.create', ...stated });
    return { id: this.id, clientDataJSON: base64url(clientDataJSON), attestationObject: base64url(attestationObject) };
  }

  /** Answers `navigator.credentials.get`. */
  get({ challenge }: Pick<PasskeyRequest, 'challenge'>, stated: Stated = {}) {
    const authenticatorData = this.authenticatorData(stated);
    const clientDataJSON = this.clientData(challenge, { type: 'webauthn.get', ...stated });
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), this.keys.privateKey);
    return {
      id: this.id,
      clientDataJSON: base64url(clientDataJSON),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
      userHandle: stated.userHandle ?? this.handle,
    };
  }

  private clientData(challenge: string, { type, crossOrigin, topOrigin, ...stated }: Stated) {
    return Buffer.from(
      JSON.stringify({
        type,
        challenge: stated.challenge ?? challenge,
        origin: stated.origin ?? origin,
        crossOrigin,
        topOrigin,
      }),
    );
  }

  private authenticatorData({ rpId, isUserVerified, isUserPresent, counter }: Stated, more = 0) {
    const flags = (isUserPresent === false ? 0 : userPresent) | (isUserVerified === false ? 0 : userVerified) | more;
    if (counter !== undefined) this.counter = counter;
    if (this.counts) this.counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId ?? new URL(origin).hostname), Buffer.from([flags]), count]);
  }
}
