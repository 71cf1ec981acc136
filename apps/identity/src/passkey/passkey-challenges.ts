import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import type { PasskeyRequest } from '@tradepost/contracts/passkeys';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import type { Use } from '@tradepost/service-kit/limits/governor.repository';
import { callerNetwork } from '@tradepost/service-kit/limits/network';
import { minute } from '@tradepost/service-kit/runtime/durations';
import { CONFIG, type IdentityConfig } from '../config';
import { KnownDevicesRepository } from '../session/known-devices.repository';
import type { PasskeyPurpose } from './passkey.entity';
import { PasskeyChallengesRepository, type ChallengeUse } from './passkey-challenges.repository';
import { relyingPartyOf } from './webauthn';

const lifetimeMs = 5 * minute;
const challengeBytes = 32;

/** A challenge before sign-in belongs to no account, one of a signed-in person to this session. */
export const beforeSignIn = (purpose: 'sign-in' | 'second-step'): ChallengeUse => ({
  purpose,
  accountId: null,
  sessionId: null,
  subject: null,
});
export const ofSession = (
  { userId, sessionId }: UserActor,
  purpose: Extract<PasskeyPurpose, 'add' | 'step-up'>,
  subject: string | null = null,
): ChallengeUse => ({ purpose, accountId: userId, sessionId, subject });

/** Challenges: limited in number; each works once, for a short time and one purpose. */
@Injectable()
export class PasskeyChallenges {
  private readonly rpId: string;

  constructor(
    private readonly db: Db,
    private readonly repository: PasskeyChallengesRepository,
    private readonly governor: Governor,
    private readonly devices: KnownDevicesRepository,
    @Inject(CONFIG) { ORIGIN }: IdentityConfig,
  ) {
    this.rpId = relyingPartyOf(ORIGIN).id;
  }

  /** @throws AppError TOO_MANY */
  async start(actor: Actor, use: ChallengeUse): Promise<PasskeyRequest> {
    const limit = await this.limitOf(actor);
    return this.db.transaction(async (tx) => {
      await this.governor.take(tx, [limit]);
      return this.insert(tx, use);
    });
  }

  private insert(tx: Tx, use: ChallengeUse): PasskeyRequest {
    const challenge = randomBytes(challengeBytes).toString('base64url');
    this.repository.insert(tx, { ...use, challenge, expiresAt: new Date(Date.now() + lifetimeMs) });
    return { challenge, rpId: this.rpId, timeout: lifetimeMs };
  }

  /** A known device has a limit of its own, so that strangers of its network cannot use it up. */
  private async limitOf(actor: Actor): Promise<Use> {
    if (actor.kind === 'user') return { limit: 'passkeyChallengesOfAccount', key: actor.userId };
    const device = actor.kind === 'public' ? actor.device : undefined;
    if (device && (await this.devices.isKnownToAny(this.db.read, device)))
      return { limit: 'passkeyChallengesOfAccount', key: `device ${device}` };
    return { limit: 'passkeyChallenges', key: callerNetwork(actor) };
  }
}
