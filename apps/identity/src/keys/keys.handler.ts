import { Controller } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In, Payload } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { isOwner } from '@tradepost/contracts/roles';
import type { PublicBundle, StoredKeys } from '@tradepost/contracts/encryption/sealed';
import { addressKey } from '@tradepost/contracts/values/address';
import { equalBytes, toBase64url } from '@tradepost/sealing/crypto/bytes';
import { verifyBundle, verifyContact, type Contact } from '@tradepost/sealing/keys/bundle';
import { maxFormerKeys } from '@tradepost/sealing/keys/former-keys';
import type { LogEntry } from '@tradepost/sealing/key-log/entry';
import { SealingError } from '@tradepost/sealing/errors';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { thatFit } from '@tradepost/service-kit/messaging/answer-room';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import type { AccountRow } from '../account/account.entity';
import { AccountsRepository } from '../account/accounts.repository';
import { CompanyKeyRenewal } from '../company-key/company-key-renewal';
import { CompanyKeyTerminator } from '../company-key/company-key-terminator';
import { KeyLog } from '../key-log/key-log';
import { partyOf } from '../invitation/invitation.policy';
import { LedgerRepository } from '../ledger/ledger.repository';
import { SessionRevoker } from '../session/session-revoker';
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
    private readonly companyKeyRenewal: CompanyKeyRenewal,
    private readonly ledger: LedgerRepository,
    private readonly sessions: SessionRevoker,
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
    const { keyId } = await verified(actor, bundle);
    const checked = await this.passwordCheck.run(actor, password);
    const entry = await this.newEntry(email, { userId, epoch, keyId });
    return this.ifUnchanged(checked, async (tx) => {
      const current = await this.repository.epochOf(userId, tx);
      if (epoch !== current + 1) throw new AppError('KEYS_STALE');
      const keys = { bundle, vault, pins: null, recoverySaved: false };
      await this.repository.insertEpoch(tx, userId, keys);
      await this.companyKeyTerminator.end(tx, { ownerId: userId }, actor);
      await this.publish(tx, entry, { changed: current > 0 }, actor);
      return { epoch, keys };
    });
  }

  @Handle(identity.rotateKeys)
  async rotateKeys(
    { bundle, vault, ledgerSize, members, password }: In<typeof identity.rotateKeys>,
    actor: UserActor,
  ): Promise<{ epoch: number; keys: StoredKeys }> {
    const { epoch } = bundle;
    if (vault.epoch !== epoch) throw new AppError('INVALID', { message: 'vault.epoch must be that of the bundle' });
    const { userId, email, sessionId } = actor;
    const { keyId } = await verified(actor, bundle);
    const checked = await this.passwordCheck.run(actor, password);
    const entry = await this.newEntry(email, { userId, epoch, keyId });
    return this.db.transaction(async (tx) => {
      const accounts = await this.accounts.lockAll(tx, [userId, ...members.map(({ id }) => id)]);
      if (accounts.get(userId)?.passwordHash !== checked.passwordHash) throw new AppError('KEYS_STALE');
      const present = await this.repository.vaultOf(userId, tx);
      // the vault states where the present ledger ends
      const isNext = present?.epoch === epoch - 1 && (await this.ledger.size(userId, epoch - 1, tx)) === ledgerSize;
      if (!isNext) throw new AppError('KEYS_STALE');
      const carriedFrom = present.carriedFrom ?? present.epoch;
      if (epoch - carriedFrom > maxFormerKeys)
        throw new AppError('INVALID', { message: `vault.former carries more than ${maxFormerKeys} epochs` });
      const before = (await this.repository.bundleOf(userId, tx))!;
      const former = await carriedIds(userId, [...before.former, before.bundle!]);
      const keys = { bundle, vault, pins: null, recoverySaved: false };
      await this.repository.insertEpoch(tx, userId, keys, carriedFrom);
      await this.companyKeyRenewal.run(tx, { bundle, members, accounts }, actor);
      await this.sessions.revoke(tx, actor, userId, { except: sessionId });
      await this.publish(tx, entry, { changed: true, former }, actor);
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
    return thatFit(await this.repository.contactsOf(partyOf(actor)));
  }

  @Handle(identity.bundleOf)
  async bundleOf({ userId }: In<typeof identity.bundleOf>) {
    const found = await this.repository.bundleOf(userId);
    if (!found) throw new AppError('NOT_FOUND');
    return { ...found, former: await carriedIds(userId, found.former) };
  }

  /** Logs and announces new keys. They are the person's, whatever company they act for. */
  private async publish(
    tx: Tx,
    entry: LogEntry,
    replaced: Pick<Payload<typeof identityEvents.keysPublished>, 'changed' | 'former'>,
    actor: UserActor,
  ): Promise<void> {
    const { userId, epoch, keyId } = entry;
    const { companyId, companyName } = isOwner(actor) ? actor : { companyId: null, companyName: null };
    await this.keyLog.append(tx, entry);
    const published = { userId, email: actor.email, companyId, companyName, epoch, keyId: toBase64url(keyId) };
    await this.outbox.event(tx, identityEvents.keysPublished, { ...published, ...replaced }, actor);
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

/** Every id of these keys by which grants may name them. */
async function carriedIds(userId: string, bundles: PublicBundle[]): Promise<string[]> {
  const verifiedBundles = await Promise.all(bundles.map((bundle) => verifyBundle(userId, bundle)));
  return [...new Set(verifiedBundles.flatMap(({ keyId, pairId }) => [keyId, pairId].map(toBase64url)))];
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
