import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { AppError } from '@tradepost/contracts/errors';
import type { Actor } from '@tradepost/contracts/actor';
import { LRUCache } from 'lru-cache';
import { minute, second } from '../runtime/durations';
import { PossibleTime } from '../runtime/possible-time';

/** A claim is valid for one minute: longer than any call waits. */
const lifetimeMs = minute;
/** For how long the gateway sends a claim again; it then still outlives the calls that it is sent with. */
const reusedForMs = 10 * second;
/** Remembered claims, about 2 KB each. */
const mostRemembered = 5_000;

interface Claim {
  actor: Actor;
  /** Milliseconds since 1970. */
  until: number;
}

/** The actor as a call carries it to a service. */
export abstract class ActorClaims {
  abstract encode(actor: Actor): ActorClaim;

  /**
   * @returns the actor, the same object for the same claim, which nobody can change
   * @throws AppError `UNAUTHENTICATED` for a claim that is forged or too old
   */
  abstract decode(claim: ActorClaim | undefined): Actor;
}

/** Of a call that does not leave the process. What comes from outside is JSON, which is never an instance of it. */
class OwnClaim {
  constructor(readonly actor: Actor) {}
}

export type ActorClaim = string | OwnClaim;

/** Where the gateway and the services are one process: nobody could forge a claim there, and a signature costs more than the rest of a call. */
export class OwnClaims extends ActorClaims {
  encode(actor: Actor): OwnClaim {
    return new OwnClaim(frozen(Object.isFrozen(actor) ? actor : { ...actor }));
  }

  decode(claim: ActorClaim | undefined): Actor {
    if (claim instanceof OwnClaim) return claim.actor;
    throw new AppError('UNAUTHENTICATED');
  }
}

/**
 * The actor as it is sent over the bus. A person's identity is signed (Ed25519) by the gateway, the only
 * holder of the private key, so no service can speak for a person; it can pass on the claim it got.
 * A signature is made once for the actor of a session, and verified once by each other process, because both cost more than a call.
 */
export class SignedClaims extends ActorClaims {
  /** By the actor as an object: the gateway makes a new one when anything about the session changes. */
  private readonly claims = new WeakMap<Actor, { claim: string; reusedUntil: number }>();
  private readonly verified = new LRUCache<string, Claim>({ max: mostRemembered });
  /** One wrong clock must not end the sessions of people: the gateway signs for the latest time, services compare with the earliest. */
  private readonly time = new PossibleTime();
  private readonly privateKey: KeyObject | undefined;
  private readonly publicKeys: KeyObject[];

  /** @param keys PEM; a claim of any of `publicKeys` counts; without `privateKey` only received claims can be passed on */
  constructor(keys: { publicKeys: readonly string[]; privateKey?: string | undefined }) {
    super();
    this.publicKeys = keys.publicKeys.map((key) => createPublicKey(key));
    this.privateKey = keys.privateKey ? createPrivateKey(keys.privateKey) : undefined;
  }

  encode(actor: Actor): string {
    if (actor.kind === 'system') return Buffer.from(JSON.stringify({ actor })).toString('base64url');
    const known = this.claims.get(actor);
    if (known && (known.reusedUntil > performance.now() || !this.privateKey)) return known.claim;
    if (!this.privateKey) throw new Error('Only the gateway signs actors');
    const body = Buffer.from(JSON.stringify({ actor, until: this.time.latest() + lifetimeMs }));
    const claim = `${body.toString('base64url')}.${sign(null, body, this.privateKey).toString('base64url')}`;
    this.claims.set(actor, { claim, reusedUntil: performance.now() + reusedForMs });
    return claim;
  }

  decode(claim: ActorClaim | undefined): Actor {
    if (typeof claim !== 'string') throw new AppError('UNAUTHENTICATED');
    const known = this.verified.get(claim);
    if (known) return this.valid(known).actor;
    const [body = '', signature] = claim.split('.');
    const bytes = Buffer.from(body, 'base64url');
    const given = JSON.parse(bytes.toString()) as Claim;
    if (given.actor.kind === 'system') return given.actor;
    const genuine =
      signature && this.publicKeys.some((key) => verify(null, bytes, key, Buffer.from(signature, 'base64url')));
    if (!genuine) throw new AppError('UNAUTHENTICATED');
    this.remember(claim, this.valid(given));
    return given.actor;
  }

  private remember(claim: string, { actor, until }: Claim): void {
    this.claims.set(frozen(actor), { claim, reusedUntil: performance.now() + until - this.time.latest() });
    this.verified.set(claim, { actor, until });
  }

  private valid(claim: Claim): Claim {
    if (claim.until > this.time.earliest()) return claim;
    throw new AppError('UNAUTHENTICATED');
  }
}

/** Several calls share a remembered actor. */
function frozen(actor: Actor): Actor {
  if (actor.kind === 'user' && actor.key) Object.freeze(Object.freeze(actor.key).scopes);
  return Object.freeze(actor);
}
