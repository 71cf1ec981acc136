import { Injectable } from '@nestjs/common';
import { deletedCompanyName } from '@tradepost/contracts/identity';
import type { Tx } from '@tradepost/service-kit/database';
import {
  AccountRow,
  CodeRow,
  CompanyRow,
  DeviceRow,
  InvitationRow,
  LoginFailureRow,
  RecoveryCodeRow,
  SessionRow,
  TotpRow,
} from './accounts.entity';
import { ApiKeyRow } from './api-key.entity';
import { KeyBundleRow, VaultRow } from './keys.entity';

/** No password has this hash. */
const noPassword = '';
/** `invalid` is nobody's, by RFC 2606. */
const addressOf = (accountId: string) => `deleted-${accountId}@deleted.invalid`;

/** What is left of people who go. */
@Injectable()
export class DeletionRepository {
  async schedule(tx: Tx, accountId: string, deletionAt: Date | null): Promise<void> {
    await tx.update(AccountRow, accountId, { deletionAt });
  }

  /** An account whose time has come, locked; another replica takes another one. */
  lockDue(tx: Tx, now: Date): Promise<AccountRow | null> {
    return tx
      .createQueryBuilder(AccountRow, 'a')
      .where('a.deletionAt <= :now', { now })
      .orderBy('a.deletionAt')
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getOne();
  }

  /** Sent by the company or to the address, locked. */
  lockInvitations(tx: Tx, { email }: AccountRow, companyId: string | null): Promise<InvitationRow[]> {
    return tx
      .createQueryBuilder(InvitationRow, 'i')
      .setLock('pessimistic_write')
      .where('i.companyId = :companyId OR lower(i.email) = lower(:email)', { companyId, email })
      .orderBy('i.id')
      .getMany();
  }

  /** The account and its company stay as rows that others point to, with nothing in them about anybody. */
  async forget(tx: Tx, { id, email }: AccountRow, companyId: string | null, now: Date): Promise<void> {
    const nobody = addressOf(id);
    for (const row of [SessionRow, CodeRow, TotpRow, RecoveryCodeRow, DeviceRow, ApiKeyRow, VaultRow, KeyBundleRow])
      await tx.delete(row, { accountId: id });
    await tx.delete(LoginFailureRow, { email: email.toLowerCase() });
    if (companyId) await tx.delete(InvitationRow, { companyId });
    await tx
      .createQueryBuilder()
      .update(InvitationRow)
      .set({ email: nobody })
      .where('lower(email) = lower(:email)', { email })
      .execute();
    const person = {
      email: nobody,
      firstName: 'Deleted',
      lastName: 'account',
      passwordHash: noPassword,
      kdf: null,
      suspendedFor: null,
      deletionAt: null,
      deletedAt: now,
    };
    await tx.update(AccountRow, id, person);
    if (!companyId) return;
    const company = {
      companyName: deletedCompanyName,
      companyRegistrationNumber: null,
      taxId: null,
      addressLine1: '',
      addressLine2: null,
      city: '',
      postCode: '',
    };
    await tx.update(CompanyRow, companyId, {
      ...company,
      telephoneNumber: '',
      contractEmail: nobody,
      billingEmail: nobody,
      verified: null,
    });
  }
}
