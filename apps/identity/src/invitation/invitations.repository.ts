import { Injectable } from '@nestjs/common';
import type {
  FoundPartner,
  InvitationStatus,
  PartnershipVersion,
  ReceivedInvitation,
  SentInvitation,
  VerifiedPartner,
} from '@tradepost/contracts/identity';
import { addressKey } from '@tradepost/contracts/values/address';
import { maxFound } from '@tradepost/contracts/values/search';
import type { Verification } from '@tradepost/contracts/values/verification';
import { lockName } from '@tradepost/service-kit/database/advisory-lock';
import { Db } from '@tradepost/service-kit/database/database';
import { containing, matches } from '@tradepost/service-kit/database/like';
import { prepared } from '@tradepost/service-kit/database/prepared';
import { mostListed } from '@tradepost/service-kit/messaging/answer-room';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { sql } from '@tradepost/service-kit/database/sql';
import { In } from 'typeorm';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { AccountRow } from '../account/account.entity';
import { CompanyRow } from '../company/company.entity';
import { InvitationRow } from './invitation.entity';
import { activeStatuses } from './invitation.policy';
import { PartnerNoteRow } from './partner-note.entity';

/** An account, and its company if it has one. */
interface Party {
  email: string;
  companyId: string | null;
}

interface ReceivedRow {
  invitation: InvitationRow;
  inviterCompany: string;
  inviterEmail: string;
  verified: Verification | null;
  note: string | null;
}

const found = {
  name: 'search-partners',
  text: `SELECT id, role, email, "companyName", status FROM (
    (SELECT i.id, 'invited' AS role, i.email, c.company_name AS "companyName", i.status, i.created_at
     FROM invitation i LEFT JOIN company c ON i.status = 'accepted' AND c.owner_id = i.accepted_by
     WHERE i.company_id = $1 AND i.status = ANY($4) AND (${matches('i.email', '$3')} OR ${matches('c.company_name', '$3')})
     ORDER BY i.created_at DESC LIMIT $5)
    UNION ALL
    (SELECT i.id, 'inviter', a.email, c.company_name, i.status, i.created_at
     FROM invitation i JOIN company c ON c.id = i.company_id JOIN account a ON a.id = i.inviter_id
     WHERE i.address_key = $2 AND i.status = ANY($4) AND (${matches('a.email', '$3')} OR ${matches('c.company_name', '$3')})
     ORDER BY i.created_at DESC LIMIT $5)
  ) partner ORDER BY created_at DESC, id DESC LIMIT $5`,
};

/** Joins the note of the company that reads: without `companyId` it finds none. */
const noteOfReader = 'n.invitationId = i.id AND n.companyId = :companyId';

@Injectable()
export class InvitationsRepository {
  constructor(private readonly db: Db) {}

  /** Serializes invitations by one person until the transaction ends. */
  lockInviter(tx: Tx, inviterId: string): Promise<void> {
    return lockName(tx, `invitations of ${inviterId}`);
  }

  ofCompanyTo(tx: Tx, companyId: string, email: string): Promise<InvitationRow | null> {
    return sql(tx).findOneBy(InvitationRow, { companyId, addressKey: addressKey(email) });
  }

  /** Locks an invitation that the company sent or the address received. */
  async lock(tx: Tx, id: string, { companyId, email }: Party): Promise<InvitationRow | null> {
    if (!isUuid(id)) return null;
    return sql(tx)
      .createQueryBuilder(InvitationRow, 'i')
      .setLock('pessimistic_write')
      .where('i.id = :id AND (i.companyId = :companyId OR i.addressKey = :addressKey)', {
        id,
        companyId,
        addressKey: addressKey(email),
      })
      .getOne();
  }

  /** Inserts an invitation, or reopens an ended one with a new creation time. */
  async open(
    tx: Tx,
    { companyId, inviterId, email }: Pick<InvitationRow, 'companyId' | 'inviterId' | 'email'>,
    ended: InvitationRow | null,
  ): Promise<Pick<InvitationRow, 'id' | 'email'>> {
    const fresh = {
      inviterId,
      email,
      addressKey: addressKey(email),
      status: 'pending' as const,
      version: (ended?.version ?? 0) + 1,
      createdAt: new Date(),
      acceptedAt: null,
      acceptedBy: null,
    };
    if (ended) {
      await sql(tx).update(InvitationRow, ended.id, fresh);
      return { id: ended.id, ...fresh };
    }
    const id = uuidv7();
    await sql(tx).insert(InvitationRow, { id, companyId, ...fresh });
    return { id, ...fresh };
  }

  async update(tx: Tx, id: string, changed: Partial<Pick<InvitationRow, 'acceptedAt' | 'acceptedBy'>>): Promise<void> {
    await sql(tx).update(InvitationRow, id, changed);
  }

  /** @param invitation a locked row, which gets its next version */
  async advance(tx: Tx, invitation: InvitationRow, status: InvitationStatus): Promise<void> {
    const advanced = { status, version: invitation.version + 1 };
    Object.assign(invitation, advanced);
    await sql(tx).update(InvitationRow, invitation.id, advanced);
  }

  /** @param statuses all when absent */
  async sentBy(companyId: string, statuses?: readonly InvitationStatus[]): Promise<SentInvitation[]> {
    const { entities, raw } = await sql(this.db.read)
      .createQueryBuilder(InvitationRow, 'i')
      .leftJoin(CompanyRow, 'c', "i.status = 'accepted' AND c.ownerId = i.acceptedBy")
      .leftJoin(PartnerNoteRow, 'n', noteOfReader)
      .addSelect('c.verified', 'partner_verified')
      .addSelect('n.note', 'reader_note')
      .where('i.companyId = :companyId', { companyId })
      .andWhere(statuses ? 'i.status IN (:...statuses)' : 'true', { statuses })
      .orderBy('i.createdAt', 'DESC')
      .addOrderBy('i.id', 'DESC')
      .limit(mostListed)
      .getRawAndEntities<{ partner_verified: Verification | null; reader_note: string | null }>();
    return entities.map((invitation, n) =>
      toSent(invitation, { verified: raw[n]?.partner_verified ?? null, note: raw[n]?.reader_note ?? null }),
    );
  }

  verifiedPartnersOf({ userId, companyId }: { userId: string; companyId: string | null }): Promise<VerifiedPartner[]> {
    return sql(this.db.read).query(
      `SELECT c.id AS "companyId", c.company_name AS "companyName", c.verified FROM company c
       WHERE c.verified IS NOT NULL AND c.id IN (
         SELECT i.company_id FROM invitation i WHERE i.accepted_by = $1 AND i.status = 'accepted'
         UNION SELECT invited.id FROM invitation i JOIN company invited ON invited.owner_id = i.accepted_by WHERE i.company_id = $2 AND i.status = 'accepted')
       ORDER BY lower(c.company_name), c.id LIMIT ${mostListed}`,
      [userId, companyId],
    );
  }

  /** Partnerships and open invitations of a company and of an address; each side reads the newest of its own index until five match. */
  search({ companyId, email }: Party, q: string): Promise<FoundPartner[]> {
    return prepared(this.db.read, found, [companyId, addressKey(email), containing(q), activeStatuses, maxFound]);
  }

  /** The keys of the given addresses that the company has invited. */
  async invitedAmong(companyId: string, emails: string[]) {
    const rows = await sql(this.db.read).find(InvitationRow, {
      select: { addressKey: true, version: true, status: true },
      where: { companyId, status: In(activeStatuses), addressKey: In(emails.map(addressKey)) },
    });
    return rows.map(({ addressKey: key, version, status }) => ({
      addressKey: key,
      version,
      accepted: status === 'accepted',
    }));
  }

  /** Of these companies, those that the user has accepted an invitation of. */
  partnershipsOf(userId: string, companyIds: string[]): Promise<PartnershipVersion[]> {
    return sql(this.db.read).find(InvitationRow, {
      select: { companyId: true, version: true },
      where: { acceptedBy: userId, status: 'accepted', companyId: In(companyIds) },
    });
  }

  async receivedBy(reader: Party): Promise<ReceivedInvitation[]> {
    return (await this.received(this.db.read, reader)).map(toReceived);
  }

  async lockReceived(tx: Tx, reader: Party, id: string): Promise<ReceivedRow | undefined> {
    if (!(await this.lock(tx, id, { ...reader, companyId: null }))) return undefined;
    return (await this.received(tx, reader, id))[0];
  }

  /** @param id only this one */
  private async received(from: Tx, { email, companyId }: Party, id?: string): Promise<ReceivedRow[]> {
    const { entities, raw } = await sql(from)
      .createQueryBuilder(InvitationRow, 'i')
      .innerJoin(CompanyRow, 'c', 'c.id = i.companyId')
      .innerJoin(AccountRow, 'a', 'a.id = i.inviterId')
      .leftJoin(PartnerNoteRow, 'n', noteOfReader, { companyId })
      .addSelect('c.companyName', 'inviter_company')
      .addSelect('a.email', 'inviter_email')
      .addSelect('c.verified', 'inviter_verified')
      .addSelect('n.note', 'reader_note')
      .where('i.addressKey = :addressKey AND i.status IN (:...activeStatuses)', {
        addressKey: addressKey(email),
        activeStatuses,
      })
      .andWhere(id === undefined ? 'true' : 'i.id = :id', { id })
      .orderBy('i.createdAt', 'DESC')
      .addOrderBy('i.id', 'DESC')
      .limit(mostListed)
      .getRawAndEntities<{
        inviter_company: string;
        inviter_email: string;
        inviter_verified: Verification | null;
        reader_note: string | null;
      }>();
    return entities.map((invitation, n) => ({
      invitation,
      inviterCompany: raw[n]?.inviter_company ?? '',
      inviterEmail: raw[n]?.inviter_email ?? '',
      verified: raw[n]?.inviter_verified ?? null,
      note: raw[n]?.reader_note ?? null,
    }));
  }
}

export const toSent = (
  { id, email, status, createdAt }: InvitationRow,
  { verified, note }: Pick<SentInvitation, 'verified' | 'note'>,
): SentInvitation => ({
  id,
  email,
  status,
  createdAt: createdAt.toISOString(),
  verified,
  note,
});

export const toReceived = ({
  invitation: { id, inviterId, status, createdAt },
  inviterCompany,
  inviterEmail,
  verified,
  note,
}: ReceivedRow): ReceivedInvitation => ({
  id,
  inviterId,
  inviterCompany,
  inviterEmail,
  status,
  createdAt: createdAt.toISOString(),
  verified,
  note,
});
