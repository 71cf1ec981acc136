import { Controller } from '@nestjs/common';
import { assertHasKeys, companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { accountOf } from '@tradepost/contracts/roles';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { AccountsRepository } from '../account/accounts.repository';
import { PasswordCheck } from '../account/password-check';
import { ApiKeysRepository, sealingOf } from '../api-key/api-keys.repository';
import { CompanyKeysRepository } from '../company-key/company-keys.repository';
import { KeysRepository } from '../keys/keys.repository';
import { LedgerRepository } from './ledger.repository';

/** Ledgers of people, and of the companies that they act for. The server stores them but cannot read them. */
@Controller()
export class LedgerHandler {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly apiKeys: ApiKeysRepository,
    private readonly keys: KeysRepository,
    private readonly companyKeys: CompanyKeysRepository,
    private readonly repository: LedgerRepository,
    private readonly governor: Governor,
    private readonly passwordCheck: PasswordCheck,
    private readonly outbox: Outbox,
  ) {}

  @Handle(identity.ledger)
  async ledger({ epoch, from, former }: In<typeof identity.ledger>, actor: UserActor) {
    await this.assertCurrent(actor, epoch);
    return this.part(actor.userId, await this.readable(actor.userId, epoch, former), from);
  }

  @Handle(identity.appendLedger)
  appendLedger(input: In<typeof identity.appendLedger>, actor: UserActor) {
    return this.append(actor.userId, input, (tx) => this.assertCurrent(actor, input.epoch, tx));
  }

  @Handle(identity.companyLedger)
  async companyLedger({ epoch, from, former }: In<typeof identity.companyLedger>, actor: UserActor) {
    assertHasKeys(actor);
    await this.assertGiven(actor, epoch);
    const { userId } = accountOf(actor);
    return this.part(userId, await this.readable(userId, epoch, former), from);
  }

  @Handle(identity.appendCompanyLedger)
  appendCompanyLedger(input: In<typeof identity.appendCompanyLedger>, actor: UserActor) {
    assertHasKeys(actor);
    return this.append(accountOf(actor).userId, input, async (tx) => {
      await this.assertGiven(actor, input.epoch, tx);
      // the first entry names the former keys: a valid one with wrong keys could not be removed
      if (input.seq === 1) throw new AppError('KEYS_STALE');
    });
  }

  /** With the password: a stolen session must not remove what other devices notice as a loss. */
  @Handle(identity.removeLedgerEntries)
  async removeLedgerEntries(
    { epoch, from, size, password }: In<typeof identity.removeLedgerEntries>,
    actor: UserActor,
  ) {
    const { companyId, companyName } = companyOf(actor);
    const { userId } = actor;
    const { passwordHash } = await this.passwordCheck.run(actor, password);
    return this.db.transaction(async (tx) => {
      if ((await this.accounts.lock(tx, userId)).passwordHash !== passwordHash) throw new AppError('KEYS_STALE');
      await this.assertCurrent(actor, epoch, tx);
      if (from > size || (await this.repository.size(userId, epoch, tx)) !== size) throw new AppError('KEYS_STALE');
      await this.repository.removeFrom(tx, userId, epoch, from);
      const removed = { companyId, companyName, from, count: size - from + 1 };
      await this.outbox.event(tx, identityEvents.ledgerEntriesRemoved, removed, actor);
      return { message: 'The entries were removed' };
    });
  }

  /** The epoch of the ledger to read. @throws AppError KEYS_STALE for one that the present keys do not carry */
  private async readable(userId: string, epoch: number, former = epoch): Promise<number> {
    if (former === epoch) return epoch;
    const carriedFrom = (await this.keys.vaultOf(userId))?.carriedFrom ?? epoch;
    if (former < carriedFrom || former > epoch) throw new AppError('KEYS_STALE');
    return former;
  }

  private async part(userId: string, epoch: number, from: number) {
    // the size first: an entry that is appended in between is read next time
    const size = await this.repository.size(userId, epoch);
    return { size, entries: await this.repository.entries(userId, epoch, from) };
  }

  private append(
    userId: string,
    { epoch, seq, entries }: In<typeof identity.appendLedger>,
    assertMay: (tx: Tx) => Promise<void>,
  ) {
    return this.db.transaction(async (tx) => {
      await this.accounts.lock(tx, userId);
      await assertMay(tx);
      if (seq !== (await this.repository.size(userId, epoch, tx)) + 1) throw new AppError('KEYS_STALE');
      const amount = entries.reduce((bytes, { length }) => bytes + length, 0);
      await this.governor.take(tx, [{ limit: 'ledgerBytes', key: userId, amount }]);
      await this.repository.append(tx, userId, epoch, seq, entries);
      return { size: seq + entries.length - 1 };
    });
  }

  /** @throws AppError OWNER_KEYS_REQUIRED without the company's keys; KEYS_STALE for another epoch */
  private async assertGiven(actor: UserActor, epoch: number, tx: Tx = this.db.read): Promise<void> {
    const { companyId } = companyOf(actor);
    const current = await this.keys.epochOf(accountOf(actor).userId, tx);
    if (!(await this.companyKeys.hasKeysOf(tx, companyId, actor.userId, current)))
      throw new AppError('OWNER_KEYS_REQUIRED');
    if (current !== epoch) throw new AppError('KEYS_STALE');
  }

  /** @throws AppError KEYS_STALE for another epoch; KEY_SCOPE for an API key that does not open this epoch's vault */
  private async assertCurrent({ userId, key }: UserActor, epoch: number, tx?: Tx): Promise<void> {
    if (key) {
      const row = await this.apiKeys.byId(key.id, tx);
      if (!row || sealingOf(row, epoch) !== 'live') throw new AppError('KEY_SCOPE');
    }
    if ((await this.keys.epochOf(userId, tx)) !== epoch) throw new AppError('KEYS_STALE');
  }
}
