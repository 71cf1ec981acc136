import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { identityEvents } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import { Db } from '@tradepost/service-kit/database/database';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { CONFIG, type IdentityConfig } from '../config';
import { beforeSignIn } from './passkey-challenges';
import { PasskeyChallengesRepository, type ChallengeUse } from './passkey-challenges.repository';
import { PasskeysRepository, type FoundPasskey } from './passkeys.repository';
import { challengeIn, counterOf, handleOf, relyingPartyOf, type Assertion, type RelyingParty } from './webauthn';

/** Accepts passkeys in place of other secrets. */
@Injectable()
export class Passkeys {
  private readonly party: RelyingParty;

  constructor(
    private readonly db: Db,
    private readonly repository: PasskeysRepository,
    private readonly challenges: PasskeyChallengesRepository,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {
    this.party = relyingPartyOf(config.ORIGIN);
  }

  /**
   * Uses up the challenge, whether the passkey is right or not.
   * @param owner the account that it must be of; absent for a sign-in, where the passkey names it
   * @returns null when it is refused
   */
  async accept(given: Assertion, use: ChallengeUse, actor: Actor, owner?: string): Promise<FoundPasskey | null> {
    const challenge = challengeIn(given);
    if (!challenge || !(await this.challenges.use(challenge, use))) return null;
    const passkey = await this.repository.ofCredential(given.id);
    if (!passkey || given.userHandle !== handleOf(passkey.accountId)) return null;
    if (owner !== undefined && passkey.accountId !== owner) return null;
    const counter = await counterOf(this.party, challenge, given, passkey.publicKey);
    if (counter === null) return null;
    if (await this.repository.use(passkey.id, counter)) return passkey;
    // not of a passkey that was removed since it was read
    if (await this.repository.ofCredential(given.id)) await this.reportCopy(passkey, actor);
    return null;
  }

  /** In place of an authenticator's code. @returns the id of the passkey @throws AppError PASSKEY_INVALID */
  async acceptSecondStep(given: Assertion, actor: Actor, owner: string): Promise<string> {
    const passkey = await this.accept(given, beforeSignIn('second-step'), actor, owner);
    if (!passkey) throw new AppError('PASSKEY_INVALID');
    return passkey.id;
  }

  /** The private key signed with a counter that it has used before: another device may have it. Mailed once a day. */
  private reportCopy({ id, accountId, email, firstName, name }: FoundPasskey, actor: Actor): Promise<void> {
    return this.db.transaction(async (tx) => {
      const at = new Date().toISOString();
      const ip = actor.kind === 'system' ? '' : actor.ip;
      await this.outbox.event(tx, identityEvents.passkeyCopied, { userId: accountId, email, name }, actor);
      await this.outbox.job(
        tx,
        sendMail,
        {
          template: 'passkey-copied',
          to: email,
          data: { firstName, name, at, ip, link: `${this.config.ORIGIN}/profile` },
        },
        { key: `passkey-copied-${id}-${at.slice(0, 10)}` },
      );
    });
  }
}
