import { Controller, Inject } from '@nestjs/common';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { v7 as uuidv7 } from 'uuid';
import { AccountsRepository } from '../account/accounts.repository';
import { PasswordCheck } from '../account/password-check';
import { CONFIG, type IdentityConfig } from '../config';
import { KeysRepository } from '../keys/keys.repository';
import { SessionRevoker } from '../session/session-revoker';
import { SessionsRepository } from '../session/sessions.repository';
import { Totp } from '../session/totp';
import { beforeSignIn, ofSession, PasskeyChallenges } from './passkey-challenges';
import { PasskeyChallengesRepository } from './passkey-challenges.repository';
import { Passkeys } from './passkeys';
import { PasskeysRepository, type ListedPasskey } from './passkeys.repository';
import { algorithms, challengeIn, handleOf, registeredKey, relyingPartyOf } from './webauthn';

const toView = ({ id, name, createdAt, lastUsedAt, opensVault }: ListedPasskey) => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  opensVault,
});

/** The passkeys of the caller's account. */
@Controller()
export class PasskeysHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: PasskeysRepository,
    private readonly challenges: PasskeyChallenges,
    private readonly issued: PasskeyChallengesRepository,
    private readonly verifier: Passkeys,
    private readonly accounts: AccountsRepository,
    private readonly keys: KeysRepository,
    private readonly passwordCheck: PasswordCheck,
    private readonly totp: Totp,
    private readonly sessions: SessionsRepository,
    private readonly sessionRevoker: SessionRevoker,
    private readonly governor: Governor,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Handle(identity.passkeys)
  async passkeys(_input: In<typeof identity.passkeys>, { userId }: UserActor) {
    return (await this.repository.ofAccount(userId)).map(toView);
  }

  @Handle(identity.startPasskey)
  async startPasskey(proof: In<typeof identity.startPasskey>, actor: UserActor) {
    await this.assertOwner(actor, proof);
    const exclude = await this.repository.credentialsOf(actor.userId);
    this.assertFits(actor, exclude.length + 1);
    const { userId, email: name, firstName, lastName } = actor;
    const request = await this.challenges.start(actor, ofSession(actor, 'add'));
    return {
      ...request,
      user: { id: handleOf(userId), name, displayName: `${firstName} ${lastName}` },
      algorithms,
      exclude,
    };
  }

  @Handle(identity.addPasskey)
  async addPasskey({ name, passkey: given, epoch, wrap }: In<typeof identity.addPasskey>, actor: UserActor) {
    const challenge = challengeIn(given);
    const isIssued = challenge !== null && (await this.issued.use(challenge, ofSession(actor, 'add')));
    const made = isIssued && (await registeredKey(relyingPartyOf(this.config.ORIGIN), challenge, given));
    if (!made) throw new AppError('PASSKEY_INVALID');
    return this.db.transaction(async (tx) => {
      await this.accounts.lock(tx, actor.userId);
      // whatever ends all sessions also ends what they were about to add
      await this.sessions.requireLive(tx, actor.sessionId);
      this.assertFits(actor, (await this.repository.credentialsOf(actor.userId, tx)).length + 1);
      if (wrap !== undefined && (await this.keys.epochOf(actor.userId, tx)) !== epoch) throw new AppError('KEYS_STALE');
      const row = {
        ...made,
        id: uuidv7(),
        accountId: actor.userId,
        credentialId: given.id,
        name,
        wrap: wrap ?? null,
        wrapEpoch: epoch ?? null,
        createdAt: new Date(),
        lastUsedAt: null,
      };
      if (!(await this.repository.insert(tx, row))) throw new AppError('PASSKEY_INVALID');
      const opensVault = row.wrap !== null;
      const { userId, email } = actor;
      await this.outbox.event(tx, identityEvents.passkeyAdded, { userId, email, name, opensVault }, actor);
      await this.mailOwner(tx, actor, { id: row.id, name, added: true });
      return { passkey: toView({ ...row, opensVault }) };
    });
  }

  @Handle(identity.removePasskey)
  removePasskey({ id }: In<typeof identity.removePasskey>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const { userId, email, sessionId } = actor;
      const name = await this.repository.remove(tx, id, userId);
      if (name === null) throw new AppError('NOT_FOUND');
      await this.sessionRevoker.revoke(tx, actor, userId, { passkeyId: id, except: sessionId });
      await this.outbox.event(tx, identityEvents.passkeyRemoved, { userId, email, name }, actor);
      await this.mailOwner(tx, actor, { id, name, added: false });
      return { message: 'The passkey was removed' };
    });
  }

  @Handle(identity.startPasskeySignIn)
  startPasskeySignIn({ purpose }: In<typeof identity.startPasskeySignIn>, actor: Actor) {
    return this.challenges.start(actor, beforeSignIn(purpose));
  }

  @Handle(identity.startPasskeyStepUp)
  startPasskeyStepUp({ requestId }: In<typeof identity.startPasskeyStepUp>, actor: UserActor) {
    return this.challenges.start(actor, ofSession(actor, 'step-up', requestId));
  }

  @Handle(identity.acceptPasskey)
  async acceptPasskey({ requestId, passkey }: In<typeof identity.acceptPasskey>, actor: UserActor) {
    const use = ofSession(actor, 'step-up', requestId);
    return { accepted: (await this.verifier.accept(passkey, use, actor, actor.userId)) !== null };
  }

  /** A passkey counts as both steps, so adding one takes both. @throws AppError PASSWORD_WRONG, TOTP_INVALID, INVALID */
  private assertOwner(actor: UserActor, { password, code }: In<typeof identity.startPasskey>): Promise<void> {
    return this.passwordCheck.runWith(actor, password, () =>
      this.db.transaction((tx) => this.totp.useIfOn(tx, actor.userId, code)),
    );
  }

  private assertFits({ userId }: UserActor, passkeys: number): void {
    this.governor.assertFits('passkeys', userId, passkeys, 'PASSKEYS_FULL');
  }

  private mailOwner(
    tx: Tx,
    { email, firstName, ip }: UserActor,
    { id, name, added }: { id: string; name: string; added: boolean },
  ) {
    const data = { firstName, name, added, at: new Date().toISOString(), ip, link: `${this.config.ORIGIN}/profile` };
    return this.outbox.job(
      tx,
      sendMail,
      { template: 'passkey-changed', to: email, data },
      { key: `passkey-${added ? 'added' : 'removed'}-${id}` },
    );
  }
}
