import { Injectable } from '@nestjs/common';
import type { ActingKey, UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import type { PublicBundle } from '@tradepost/contracts/sealed';
import { verifyBundle } from '@tradepost/sealing/bundle';
import { SealingError } from '@tradepost/sealing/errors';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import type { AccountRow } from './accounts.entity';
import { AccountsRepository } from './accounts.repository';
import { ApiKeysRepository, sealingOf } from './api-keys.repository';
import type { VaultRow } from './keys.entity';
import { KeysRepository } from './keys.repository';
import { PasswordCheck } from './password-check';
import { Passwords } from './passwords';
import { PeopleRepository } from './people.repository';

/** A person's keys, kept without being able to open them. */
@Injectable()
export class KeysHandler {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly people: PeopleRepository,
    private readonly repository: KeysRepository,
    private readonly apiKeys: ApiKeysRepository,
    private readonly passwords: Passwords,
    private readonly passwordCheck: PasswordCheck,
    private readonly outbox: Outbox,
  ) {}

  @Handle(identity.prelogin)
  async prelogin({ email }: In<typeof identity.prelogin>) {
    return this.passwords.kdfOf(await this.accounts.byEmail(email), email);
  }

  @Handle(identity.keys)
  async keys(_input: In<typeof identity.keys>, { userId }: UserActor) {
    const keys = await this.repository.storedOf(userId);
    return { epoch: keys?.bundle.epoch ?? 0, keys };
  }

  @Handle(identity.createKeys)
  async createKeys({ bundle, vault, pins, password }: In<typeof identity.createKeys>, actor: UserActor) {
    const { epoch } = bundle;
    if (vault.epoch !== epoch) throw new AppError('INVALID', { message: 'vault.epoch must be that of the bundle' });
    const keyId = await provenKeyId(actor.userId, bundle);
    const { userId, email, companyId, companyName } = actor;
    return this.withPassword(actor, password, async (tx) => {
      const present = await this.repository.epochOf(userId, tx);
      if (epoch !== present + 1) throw new AppError('KEYS_STALE');
      const keys = { bundle, vault, pins, revision: 0, recoverySaved: false };
      await this.repository.put(tx, userId, keys);
      await this.outbox.event(
        tx,
        identityEvents.keysPublished,
        { userId, email, companyId, companyName, epoch, keyId, changed: present > 0 },
        actor,
      );
      return { epoch, keys };
    });
  }

  @Handle(identity.rewrapVault)
  rewrapVault({ epoch, kind, wrap, password }: In<typeof identity.rewrapVault>, actor: UserActor) {
    const { userId, email } = actor;
    return this.withPassword(actor, password, async (tx) => {
      const { sealed } = await this.vaultOf(tx, userId, epoch);
      // another recovery key is not in a safe place yet
      await this.repository.change(tx, userId, {
        sealed: { ...sealed, wraps: { ...sealed.wraps, [kind]: wrap } },
        ...(kind === 'recovery' && { recoverySaved: false }),
      });
      await this.outbox.event(tx, identityEvents.vaultRewrapped, { userId, email, kind }, actor);
      return { message: 'Your keys are kept under the new secret' };
    });
  }

  @Handle(identity.confirmRecovery)
  confirmRecovery({ epoch }: In<typeof identity.confirmRecovery>, { userId }: UserActor) {
    return this.db.transaction(async (tx) => {
      await this.lock(tx, userId);
      await this.vaultOf(tx, userId, epoch);
      await this.repository.change(tx, userId, { recoverySaved: true });
      return { message: 'Your recovery key is confirmed' };
    });
  }

  @Handle(identity.savePins)
  savePins({ epoch, revision, pins }: In<typeof identity.savePins>, { userId, key }: UserActor) {
    return this.db.transaction(async (tx) => {
      // without a sealing key it can only write what nobody can open
      if (key && !(await this.isSealing(key, epoch, tx))) throw new AppError('KEY_SCOPE');
      await this.lock(tx, userId);
      const vault = await this.vaultOf(tx, userId, epoch);
      if (revision !== vault.revision + 1) throw new AppError('KEYS_STALE');
      await this.repository.change(tx, userId, { pins, revision });
      return { revision };
    });
  }

  @Handle(identity.contactKeys)
  contactKeys(_input: In<typeof identity.contactKeys>, actor: UserActor) {
    return this.repository.contactsOf(actor);
  }

  @Handle(identity.bundleOf)
  async bundleOf({ userId }: In<typeof identity.bundleOf>) {
    const found = await this.repository.bundleOf(userId);
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  }

  /** Under a lock on the account, whose password is still the one that was checked: what is wrapped by its key stays openable. */
  private async withPassword<T>(actor: UserActor, password: string, then: (tx: Tx) => Promise<T>): Promise<T> {
    const { passwordHash } = await this.passwordCheck.run(actor, password);
    return this.db.transaction(async (tx) => {
      if ((await this.lock(tx, actor.userId)).passwordHash !== passwordHash) throw new AppError('KEYS_STALE');
      return then(tx);
    });
  }

  private async isSealing({ id }: ActingKey, epoch: number, tx: Tx): Promise<boolean> {
    const key = await this.apiKeys.byId(id, tx);
    return key !== null && sealingOf(key, epoch) === 'live';
  }

  /** @throws AppError NOT_FOUND */
  private async lock(tx: Tx, userId: string): Promise<AccountRow> {
    const account = await this.people.lock(tx, userId);
    if (!account) throw new AppError('NOT_FOUND');
    return account;
  }

  /** @throws AppError KEYS_STALE for any other than the present epoch */
  private async vaultOf(tx: Tx, userId: string, epoch: number): Promise<VaultRow> {
    const vault = await this.repository.vaultOf(userId, tx);
    if (vault?.epoch !== epoch) throw new AppError('KEYS_STALE');
    return vault;
  }
}

/** SHA-256 of what the bundle says, base64url. @throws AppError KEY_UNPROVEN for any that is not this person's */
async function provenKeyId(userId: string, bundle: PublicBundle): Promise<string> {
  try {
    return Buffer.from((await verifyBundle(userId, bundle)).keyId).toString('base64url');
  } catch (error) {
    if (error instanceof SealingError) throw new AppError('KEY_UNPROVEN', { cause: error });
    throw error;
  }
}
