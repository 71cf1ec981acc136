import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { AppError } from '@tradepost/contracts/errors';
import type { Actor } from '@tradepost/contracts/actor';

/** A claim is valid for one minute: longer than any call waits. */
const lifetimeMs = 60_000;

/**
 * The actor as it is sent over the bus. A person's identity is signed (Ed25519) by the gateway, the only
 * holder of the private key, so no service can speak for a person; it can pass on the claim it got.
 */
export class ActorClaims {
  private readonly claims = new WeakMap<Actor, string>();
  private readonly privateKey: KeyObject | undefined;
  private readonly publicKeys: KeyObject[];

  /** @param keys PEM; a claim of any of `publicKeys` counts; without `privateKey` only received claims can be passed on */
  constructor(keys: { publicKeys: readonly string[]; privateKey?: string | undefined }) {
    this.publicKeys = keys.publicKeys.map((key) => createPublicKey(key));
    this.privateKey = keys.privateKey ? createPrivateKey(keys.privateKey) : undefined;
  }

  encode(actor: Actor): string {
    if (actor.kind === 'system') return Buffer.from(JSON.stringify({ actor })).toString('base64url');
    const known = this.claims.get(actor);
    if (known) return known;
    if (!this.privateKey) throw new Error('Only the gateway signs actors');
    const body = Buffer.from(JSON.stringify({ actor, until: Date.now() + lifetimeMs }));
    return `${body.toString('base64url')}.${sign(null, body, this.privateKey).toString('base64url')}`;
  }

  /** @throws AppError `UNAUTHENTICATED` for a claim that is forged or too old */
  decode(claim: string): Actor {
    const [body = '', signature] = claim.split('.');
    const bytes = Buffer.from(body, 'base64url');
    const { actor, until } = JSON.parse(bytes.toString()) as { actor: Actor; until?: number };
    if (actor.kind === 'system') return actor;
    const genuine =
      signature && this.publicKeys.some((key) => verify(null, bytes, key, Buffer.from(signature, 'base64url')));
    if (!genuine || !until || until < Date.now()) throw new AppError('UNAUTHENTICATED');
    this.claims.set(actor, claim);
    return actor;
  }
}
