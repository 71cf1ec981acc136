import { Injectable } from '@nestjs/common';
import type { UserType } from '@tradepost/contracts/actor';
import { memberInvitationDays } from '@tradepost/contracts/identity';
import type { MemberRole } from '@tradepost/contracts/roles';
import { addressKey } from '@tradepost/contracts/values/address';
import { lockName } from '@tradepost/service-kit/database/advisory-lock';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import { mostListed } from '@tradepost/service-kit/messaging/answer-room';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { daysAfter } from '@tradepost/service-kit/runtime/durations';
import { In, MoreThan } from 'typeorm';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { CompanyKeyRow } from '../company-key/company-key.entity';
import { usesKeys } from '../company-key/company-key.policy';
import { mustUseSso } from '../sso/enforced';
import { MemberInvitationRow, MembershipRow } from './member.entity';

/** A company that a person is a member of, with its owner's kind. */
export interface MemberCompany {
  companyId: string;
  companyName: string;
  userType: UserType;
  roles: MemberRole[];
  /** It requires this person to use single sign-on. */
  mustUseSso: boolean;
}

/** An invitation that was open until now. */
type TakenInvitation = Pick<MemberInvitationRow, 'companyId' | 'email' | 'roles'> & { companyName: string };

/** Joins the owner of a company, who must be able to act. */
export const liveCompany = 'JOIN account o ON o.id = c.owner_id AND o.deleted_at IS NULL AND o.suspended_at IS NULL';

@Injectable()
export class MembersRepository {
  constructor(private readonly db: Db) {}

  /** Serializes changes of the members of one company until the transaction ends. */
  lockCompany(tx: Tx, companyId: string): Promise<void> {
    return lockName(tx, `members of ${companyId}`);
  }

  /** The newest first. */
  companiesOf(accountId: string, from: Tx = this.db.read): Promise<MemberCompany[]> {
    return sql(from).query(
      `SELECT c.id AS "companyId", c.company_name AS "companyName", o.user_type AS "userType", m.roles,
              ${mustUseSso('c.id', 'a.address_key', 'm.roles')} AS "mustUseSso"
       FROM membership m JOIN account a ON a.id = m.account_id JOIN company c ON c.id = m.company_id ${liveCompany}
       WHERE m.account_id = $1 ORDER BY m.joined_at DESC, c.id`,
      [accountId],
    );
  }

  /** Whether the person is a member. Nothing can end the membership until the transaction ends. */
  async isMember(tx: Tx, companyId: string, accountId: string): Promise<boolean> {
    const rows = await sql(tx).query<unknown[]>(
      'SELECT 1 FROM membership WHERE company_id::text = $1 AND account_id = $2 FOR KEY SHARE',
      [companyId, accountId],
    );
    return rows.length > 0;
  }

  /** The present roles of a member; null without a membership. */
  async rolesOf(tx: Tx, companyId: string, accountId: string): Promise<MemberRole[] | null> {
    if (!isUuid(accountId)) return null;
    return (await sql(tx).findOneBy(MembershipRow, { companyId, accountId }))?.roles ?? null;
  }

  async setRoles(tx: Tx, companyId: string, accountId: string, roles: MemberRole[]): Promise<void> {
    await sql(tx).update(MembershipRow, { companyId, accountId }, { roles });
  }

  /** Whether the company has co-owners, or open invitations of some. */
  async hasCoOwners(tx: Tx, companyId: string): Promise<boolean> {
    const rows = await sql(tx).query<unknown[]>(
      `SELECT 1 FROM membership WHERE company_id = $1 AND 'co-owner' = ANY(roles)
       UNION ALL SELECT 1 FROM member_invitation WHERE company_id = $1 AND 'co-owner' = ANY(roles) AND expires_at > now()`,
      [companyId],
    );
    return rows.length > 0;
  }

  /** The ids of the companies. */
  async membershipsOf(tx: Tx, accountId: string): Promise<string[]> {
    return (await sql(tx).findBy(MembershipRow, { accountId })).map(({ companyId }) => companyId);
  }

  /** That the invitation has led to. */
  async membershipOf(tx: Tx, invitationId: string, accountId: string): Promise<MembershipRow | null> {
    const found = await sql(tx).findBy(MembershipRow, { accountId });
    return found.find((one) => one.invitationId === invitationId) ?? null;
  }

  /** Whether one of the company's members has this address. */
  async hasMember(tx: Tx, companyId: string, email: string): Promise<boolean> {
    const rows = await sql(tx).query<unknown[]>(
      'SELECT 1 FROM membership m JOIN account a ON a.id = m.account_id WHERE m.company_id = $1 AND a.address_key = $2',
      [companyId, addressKey(email)],
    );
    return rows.length > 0;
  }

  async join(
    tx: Tx,
    { id, companyId, roles }: Pick<MemberInvitationRow, 'id' | 'companyId' | 'roles'>,
    accountId: string,
  ): Promise<void> {
    const membership = { companyId, accountId, roles, invitationId: id, joinedAt: new Date() };
    await sql(tx).upsert(MembershipRow, membership, ['companyId', 'accountId']);
    // a person who was a member before may have had keys that the new roles do not use
    if (!usesKeys(roles)) await sql(tx).delete(CompanyKeyRow, { companyId, accountId });
  }

  /** @returns whether there was one */
  async leave(tx: Tx, companyId: string, accountId: string): Promise<boolean> {
    return ((await sql(tx).delete(MembershipRow, { companyId, accountId })).affected ?? 0) > 0;
  }

  invitationsOf(companyId: string): Promise<MemberInvitationRow[]> {
    return sql(this.db.read).find(MemberInvitationRow, {
      where: { companyId, expiresAt: MoreThan(new Date()) },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: mostListed,
    });
  }

  openInvitation(tx: Tx, companyId: string, email: string): Promise<MemberInvitationRow | null> {
    return sql(tx).findOneBy(MemberInvitationRow, {
      companyId,
      addressKey: addressKey(email),
      expiresAt: MoreThan(new Date()),
    });
  }

  /** Replaces one that has expired. */
  async invite(
    tx: Tx,
    { companyId, inviterId, email, roles }: Pick<MemberInvitationRow, 'companyId' | 'inviterId' | 'email' | 'roles'>,
  ): Promise<MemberInvitationRow> {
    const createdAt = new Date();
    const expiresAt = daysAfter(createdAt, memberInvitationDays);
    const invitation = {
      id: uuidv7(),
      companyId,
      inviterId,
      email,
      addressKey: addressKey(email),
      roles,
      createdAt,
      expiresAt,
    };
    await sql(tx).delete(MemberInvitationRow, { companyId, addressKey: invitation.addressKey });
    await sql(tx).insert(MemberInvitationRow, invitation);
    return invitation;
  }

  receivedBy(email: string) {
    return sql(this.db.read).query<
      { id: string; companyName: string; inviterEmail: string; roles: MemberRole[]; createdAt: Date }[]
    >(
      `SELECT i.id, c.company_name AS "companyName", a.email AS "inviterEmail", i.roles, i.created_at AS "createdAt"
       FROM member_invitation i JOIN company c ON c.id = i.company_id ${liveCompany} JOIN account a ON a.id = i.inviter_id
       WHERE i.address_key = $1 AND i.expires_at > now() ORDER BY i.created_at DESC, i.id DESC LIMIT ${mostListed}`,
      [addressKey(email)],
    );
  }

  /** Deletes an open invitation of the company, or to the address. @returns null if there is none */
  async take(
    tx: Tx,
    id: string,
    of: { companyId: string } | { email: string },
  ): Promise<(MemberInvitationRow & { companyName: string }) | null> {
    const [condition, value] =
      'companyId' in of ? ['i.company_id = $2', of.companyId] : ['i.address_key = $2', addressKey(of.email)];
    const [[taken]] = (await sql(tx).query(
      `DELETE FROM member_invitation i USING company c ${liveCompany}
       WHERE c.id = i.company_id AND i.id::text = $1 AND ${condition} AND i.expires_at > now()
       RETURNING i.id, i.company_id AS "companyId", i.inviter_id AS "inviterId", i.email, i.address_key AS "addressKey",
         i.roles, i.created_at AS "createdAt", i.expires_at AS "expiresAt", c.company_name AS "companyName"`,
      [id, value],
    )) as [(MemberInvitationRow & { companyName: string })[], number];
    return taken ?? null;
  }

  /** Deletes the open invitations to the address, of all companies. @param only the one with this id */
  async takeReceivedBy(tx: Tx, email: string, only: string | null = null): Promise<TakenInvitation[]> {
    const [taken] = (await sql(tx).query(
      `DELETE FROM member_invitation i USING company c ${liveCompany}
       WHERE c.id = i.company_id AND i.address_key = $1 AND ($2::text IS NULL OR i.id::text = $2) AND i.expires_at > now()
       RETURNING i.company_id AS "companyId", c.company_name AS "companyName", i.email, i.roles`,
      [addressKey(email), only],
    )) as [TakenInvitation[], number];
    return taken;
  }

  /** Deletes the open invitations that this person has sent for the company, but for those with roles that may stay. */
  async takeSentBy(
    tx: Tx,
    companyId: string,
    inviterId: string,
    mayStay: (roles: readonly MemberRole[]) => boolean,
  ): Promise<MemberInvitationRow[]> {
    const sent = { companyId, inviterId, expiresAt: MoreThan(new Date()) };
    const found = await sql(tx).find(MemberInvitationRow, { where: sent, lock: { mode: 'pessimistic_write' } });
    const open = found.filter(({ roles }) => !mayStay(roles));
    await sql(tx).delete(MemberInvitationRow, { companyId, id: In(open.map(({ id }) => id)) });
    return open;
  }

  /** All that an account and its company have to do with members. The invitations go first: an acceptance at the same time waits for them. */
  async erase(tx: Tx, { addressKey: key, companyId }: { addressKey: string; companyId: string | null }): Promise<void> {
    await sql(tx).delete(MemberInvitationRow, { addressKey: key });
    if (!companyId) return;
    await sql(tx).delete(MemberInvitationRow, { companyId });
    await sql(tx).delete(MembershipRow, { companyId });
  }
}
