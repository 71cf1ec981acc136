import { Injectable } from '@nestjs/common';
import { deletedCompanyName } from '@tradepost/contracts/identity';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { sql } from '@tradepost/service-kit/database/sql';
import { AccountRow } from '../account/account.entity';
import { noPassword } from '../account/no-password';
import { ApiKeyRow } from '../api-key/api-key.entity';
import { CodeRow } from '../code/code.entity';
import { CompanyRow } from '../company/company.entity';
import { RecoverySetRow } from '../recovery/recovery.entity';
import { PersonKeyRow } from '../company-key/company-key.entity';
import { AccountHolderRow } from '../handover/handover.entity';
import { InvitationRow } from '../invitation/invitation.entity';
import { KeyBundleRow, VaultRow } from '../keys/keys.entity';
import { KnownDeviceRow } from '../session/known-device.entity';
import { AbsenceRow } from '../absence/absence.entity';
import { CompanyLogoRow } from '../logo/logo.entity';
import { LedgerEntryRow } from '../ledger/ledger.entity';
import { DeviceRow, SessionRow } from '../session/session.entity';
import { PasskeyChallengeRow, PasskeyRow } from '../passkey/passkey.entity';
import { FormerMemberRow, SsoConnectionRow, SsoDomainRow, SsoIdentityRow, SsoSignInRow } from '../sso/sso.entity';
import { ScimGroupMemberRow, ScimGroupRow, ScimUserRow } from '../scim/scim.entity';
import { SignupAttemptRow } from '../signup/signup-attempt.entity';
import { RecoveryCodeRow, TotpRow } from '../session/totp.entity';

/** RFC 2606 reserves `.invalid`: no mail can reach such an address. */
const placeholderAddress = (accountId: string) => `deleted-${accountId}@deleted.invalid`;

/** Deletion of accounts and their personal data. */
@Injectable()
export class DeletionRepository {
  async schedule(tx: Tx, accountId: string, deletionAt: Date | null): Promise<void> {
    await sql(tx).update(AccountRow, accountId, { deletionAt });
  }

  /** An account that is due, locked; other replicas skip it. */
  lockDue(tx: Tx, now: Date): Promise<AccountRow | null> {
    return sql(tx)
      .createQueryBuilder(AccountRow, 'a')
      .where('a.deletionAt <= :now', { now })
      .orderBy('a.deletionAt')
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getOne();
  }

  /** Invitations sent by the company or to the address, locked. */
  lockInvitations(tx: Tx, { addressKey }: AccountRow, companyId: string | null): Promise<InvitationRow[]> {
    return sql(tx)
      .createQueryBuilder(InvitationRow, 'i')
      .setLock('pessimistic_write')
      .where('i.companyId = :companyId OR i.addressKey = :addressKey', { companyId, addressKey })
      .orderBy('i.id')
      .getMany();
  }

  /** Keeps the rows of the account and the company, because others refer to them, but removes all personal data. */
  async anonymize(tx: Tx, { id, addressKey }: AccountRow, companyId: string | null, now: Date): Promise<void> {
    const address = placeholderAddress(id);
    const owned = [SessionRow, CodeRow, TotpRow, RecoveryCodeRow, DeviceRow, KnownDeviceRow, ApiKeyRow];
    for (const row of [
      ...owned,
      PasskeyRow,
      PasskeyChallengeRow,
      SsoIdentityRow,
      FormerMemberRow,
      SsoSignInRow,
      ScimUserRow,
      ScimGroupMemberRow,
      AbsenceRow,
      AccountHolderRow,
      LedgerEntryRow,
      RecoverySetRow,
      VaultRow,
      PersonKeyRow,
      KeyBundleRow,
    ])
      await sql(tx).delete(row, { accountId: id });
    await sql(tx).delete(SignupAttemptRow, { addressKey });
    await sql(tx).query("DELETE FROM reached_limit WHERE split_part(key, ' ', 1) = ANY($1)", [
      [addressKey, id, companyId ?? id],
    ]);
    await sql(tx).query(
      `DELETE FROM partner_note n USING invitation i
       WHERE i.id = n.invitation_id AND (i.company_id = $1 OR i.address_key = $2)`,
      [companyId, addressKey],
    );
    if (companyId) {
      await sql(tx).delete(InvitationRow, { companyId });
      const ofProvider = [
        SsoConnectionRow,
        SsoDomainRow,
        SsoIdentityRow,
        ScimUserRow,
        ScimGroupRow,
        ScimGroupMemberRow,
      ];
      for (const row of [CompanyLogoRow, FormerMemberRow, AbsenceRow, ...ofProvider])
        await sql(tx).delete(row, { companyId });
    }
    await sql(tx).update(InvitationRow, { addressKey }, { email: address, addressKey: address });
    const account = {
      email: address,
      addressKey: address,
      firstName: 'Deleted',
      lastName: 'account',
      language: null,
      passwordHash: noPassword,
      kdf: null,
      suspendedFor: null,
      deletionAt: null,
      deletedAt: now,
    };
    await sql(tx).update(AccountRow, id, account);
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
    await sql(tx).update(CompanyRow, companyId, {
      ...company,
      telephoneNumber: '',
      contractEmail: address,
      billingEmail: address,
      verified: null,
    });
  }
}
