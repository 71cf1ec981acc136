import { Controller } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { isOwner } from '@tradepost/contracts/roles';
import type { PublicBundle } from '@tradepost/contracts/encryption/sealed';
import { addressKey } from '@tradepost/contracts/values/address';
import { equalBytes, toBase64url } from '@tradepost/sealing/crypto/bytes';
import { verifyBundle, verifyContact, type Contact } from '@tradepost/sealing/keys/bundle';
import type { LogEntry } from '@tradepost/sealing/key-log/entry';
import { SealingError } from '@tradepost/sealing/errors';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import type { AccountRow } from '../account/account.entity';
import { AccountsRepository } from '../account/accounts.repository';
import { CompanyKeyTerminator } from '../company-key/company-key-terminator';
import { KeyLog } from '../key-log/key-log';
import { partyOf } from '../invitation/invitation.policy';
import type { VaultRow } from './keys.entity';
import { KeysRepository } from './keys.repository';
import { PasswordCheck } from '../account/password-check';
import { Passwords } from '../account/passwords';

/** A person's encryption keys. The server stores them but cannot open them. */
@Controller()
export class KeysHandler {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly repository: KeysRepository,
    private readonly passwords: Passwords,
    private readonly passwordCheck: PasswordCheck,
    private readonly companyKeyTerminator: CompanyKeyTerminator,
    private readonly outbox: Outbox,
    private readonly keyLog: KeyLog,
    private readonly governor: Governor,
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
  async createKeys({ bundle, vault, password }: In<typeof identity.createKeys>, actor: UserActor) {
    const { epoch } = bundle;
    if (vault.epoch !== epoch) throw new AppError('INVALID', { message: 'vault.epoch must be that of the bundle' });
    const { userId, email } = actor;
    // the keys are the person's, whatever company they act for
    const { companyId, companyName } = isOwner(actor) ? actor : { companyId: null, companyName: null };
    const { keyId } = await verified(actor, bundle);
    const checked = await this.passwordCheck.run(actor, password);
    const entry = await this.newEntry(email, { userId, epoch, keyId });
    return this.ifUnchanged(checked, async (tx) => {
      const current = await this.repository.epochOf(userId, tx);
      if (epoch !== current + 1) throw new AppError('KEYS_STALE');
      const keys = { bundle, vault, pins: null, recoverySaved: false };
      await this.repository.insertEpoch(tx, userId, keys);
      await this.companyKeyTerminator.end(tx, { ownerId: userId }, actor);
      await this.keyLog.append(tx, entry);
      await this.outbox.event(
        tx,
        identityEvents.keysPublished,
        {
          userId,
          email,
          companyId,
          companyName,
          epoch,
          keyId: toBase64url(keyId),
          changed: current > 0,
        },
        actor,
      );
      return { epoch, keys };
    });
  }

  @Handle(identity.restateKeys)
  async restateKeys({ bundle }: In<typeof identity.restateKeys>, actor: UserActor) {
    const { userId, email } = actor;
    const { epoch, keyId, pairId } = await verified(actor, bundle);
    const stored = await this.repository.storedOf(userId);
    if (stored?.bundle.epoch !== epoch) throw new AppError('KEYS_STALE');
    const current = await verifyBundle(userId, stored.bundle);
    if (!equalBytes(current.pairId, pairId)) throw new AppError('KEY_UNPROVEN');
    const isStated = equalBytes(current.keyId, keyId);
    // a repeat must not cost the slow hash of an entry
    if (isStated && (await this.keyLog.has(userId, keyId))) return { bundle: stored.bundle };
    const entry = await this.newEntry(email, { userId, epoch, keyId });
    return this.db.transaction(async (tx) => {
      await this.accounts.lock(tx, userId);
      if ((await this.repository.epochOf(userId, tx)) !== epoch) throw new AppError('KEYS_STALE');
      if (!isStated) await this.repository.restate(tx, userId, bundle);
      await this.keyLog.append(tx, entry);
      return { bundle: isStated ? stored.bundle : bundle };
    });
  }

  @Handle(identity.rewrapVault)
  async rewrapVault({ epoch, kind, wrap, password }: In<typeof identity.rewrapVault>, actor: UserActor) {
    const { userId, email } = actor;
    return this.ifUnchanged(await this.passwordCheck.run(actor, password), async (tx) => {
      const { sealed } = await this.vaultOf(tx, userId, epoch);
      // the owner has not saved the new recovery key yet
      await this.repository.updateVault(tx, userId, {
        sealed: { ...sealed, wraps: { ...sealed.wraps, [kind]: wrap } },
        ...(kind === 'recovery' && { recoverySaved: false }),
      });
      await this.outbox.event(tx, identityEvents.vaultRewrapped, { userId, email, kind }, actor);
      return { message: 'Your keys are protected with the new secret' };
    });
  }

  @Handle(identity.confirmRecovery)
  confirmRecovery({ epoch }: In<typeof identity.confirmRecovery>, { userId }: UserActor) {
    return this.db.transaction(async (tx) => {
      await this.accounts.lock(tx, userId);
      await this.vaultOf(tx, userId, epoch);
      await this.repository.updateVault(tx, userId, { recoverySaved: true });
      return { message: 'Your recovery key is confirmed' };
    });
  }

  @Handle(identity.contactKeys)
  async contactKeys(_input: In<typeof identity.contactKeys>, actor: UserActor) {
    return this.repository.contactsOf(partyOf(actor));
  }

  @Handle(identity.bundleOf)
  async bundleOf({ userId }: In<typeof identity.bundleOf>) {
    const found = await this.repository.bundleOf(userId);
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  }

  /** An entry of the key log. It is counted before its slow hash, and also if its keys are refused later. @throws AppError TOO_MANY */
  private async newEntry(email: string, key: Pick<LogEntry, 'userId' | 'epoch' | 'keyId'>): Promise<LogEntry> {
    await this.db.transaction((tx) => this.governor.take(tx, [{ limit: 'keyBundles', key: key.userId }]));
    return this.keyLog.entryOf(email, key);
  }

  /** Runs `then` with the account locked and its password unchanged since the check, so that what the password wraps stays openable. */
  private ifUnchanged<T>(checked: AccountRow, then: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(async (tx) => {
      const { passwordHash } = await this.accounts.lock(tx, checked.id);
      if (passwordHash !== checked.passwordHash) throw new AppError('KEYS_STALE');
      return then(tx);
    });
  }

  /** @throws AppError KEYS_STALE unless `epoch` is the current one */
  private async vaultOf(tx: Tx, userId: string, epoch: number): Promise<VaultRow> {
    const vault = await this.repository.vaultOf(userId, tx);
    if (vault?.epoch !== epoch) throw new AppError('KEYS_STALE');
    return vault;
  }
}

/** The bundle, verified. @throws AppError KEY_UNPROVEN unless the signature proves that it is of this person and address */
async function verified({ userId, email }: UserActor, bundle: PublicBundle): Promise<Contact> {
  try {
    return await verifyContact({ userId, address: addressKey(email) }, bundle);
  } catch (error) {
    if (error instanceof SealingError) throw new AppError('KEY_UNPROVEN', { cause: error });
    throw error;
  }
}
