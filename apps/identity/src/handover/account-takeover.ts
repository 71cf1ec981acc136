import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { SealedVault } from '@tradepost/contracts/encryption/sealed';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { AbsenceTerminator } from '../absence/absence-terminator';
import type { AccountRow } from '../account/account.entity';
import { AccountsRepository, type StoredPassword } from '../account/accounts.repository';
import { ApiKeyTerminator } from '../api-key/api-key-terminator';
import type { VaultRow } from '../keys/keys.entity';
import { KeysRepository } from '../keys/keys.repository';
import { ReceivedInvitations } from '../member/received-invitations';
import { SentInvitations } from '../member/sent-invitations';
import { RecoveryNotices } from '../recovery/recovery-notices';
import { RecoveryRepository } from '../recovery/recovery.repository';
import { SessionRevoker } from '../session/session-revoker';
import { HandoversRepository } from './handovers.repository';

interface Takeover {
  company: { companyId: string; companyName: string };
  /** Of the company, locked. */
  account: AccountRow;
  vault: VaultRow;
  /** Of the new owner. */
  person: AccountRow;
  password: StoredPassword;
  wraps: SealedVault['wraps'];
  recoverySaved: boolean;
}

/** Puts another person in place of the one who has used an account. */
@Injectable()
export class AccountTakeover {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly keys: KeysRepository,
    private readonly recovery: RecoveryRepository,
    private readonly recoveryNotices: RecoveryNotices,
    private readonly sessionRevoker: SessionRevoker,
    private readonly apiKeyTerminator: ApiKeyTerminator,
    private readonly sentInvitations: SentInvitations,
    private readonly receivedInvitations: ReceivedInvitations,
    private readonly absenceTerminator: AbsenceTerminator,
    private readonly repository: HandoversRepository,
  ) {}

  /** The accounts, the codes of the account and the company's members must be locked: nothing of the former person's may follow. */
  async run(tx: Tx, takeover: Takeover, actor: UserActor): Promise<void> {
    const { company, account, vault, person, password, wraps, recoverySaved } = takeover;
    const { companyId } = company;
    await this.sessionRevoker.revoke(tx, actor, account.id);
    await this.apiKeyTerminator.end(tx, { companyId, accountId: account.id }, actor);
    await this.sentInvitations.withdraw(tx, { ...company, userId: account.id }, [], actor);
    await this.receivedInvitations.decline(tx, account.email, actor);
    await this.absenceTerminator.end(tx, { companyId, userId: account.id, email: account.email }, actor);
    await this.repository.endSignIn(tx, account.id);
    const shares = await this.recovery.setOf(companyId, tx);
    if (shares) await this.recoveryNotices.publish(tx, shares, 'ended', actor);
    await this.recovery.end(tx, account.id);
    await this.keys.updateVault(tx, account.id, { sealed: { ...vault.sealed, wraps }, recoverySaved });
    await this.accounts.setPassword(tx, account.id, password);
    const { firstName, lastName } = person;
    await this.accounts.setName(tx, account.id, { firstName, lastName });
    await this.repository.hold(tx, account.id, (await this.repository.personOf(tx, person)).id);
  }
}
