import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { NotificationData, NotificationType, Recipient } from '@tradepost/contracts/live-updates';
import { isOwner } from '@tradepost/contracts/roles';
import { addressKey } from '@tradepost/contracts/values/address';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { prepared } from '@tradepost/service-kit/database/prepared';
import { sql } from '@tradepost/service-kit/database/sql';
import { In, IsNull, LessThan, type FindOptionsWhere } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { spellingsOf } from '../contact/spellings.repository';
import { NotificationRow } from './notification.entity';

/** For one recipient. */
export interface NewNotification {
  type: NotificationType;
  recipient: Recipient | { userId: string; memberOf: string };
  data: NotificationData;
}

const insertNotifications = {
  name: 'notifications',
  text: `INSERT INTO notice (id, user_id, company_id, member_of, email, type, data)
         SELECT id, user_id, company_id, member_of, email, type, data
         FROM jsonb_to_recordset($1::jsonb) AS n (id uuid, user_id text, company_id text, member_of text, email text, type text, data jsonb)`,
};

/** `roles`: a member reads what is for them, not what is for the company's owner. */
type Owner = Pick<UserActor, 'userId' | 'companyId' | 'email' | 'roles' | 'sso'>;

/** One condition per identity of the actor; no row matches two. A session by single sign-on shows nothing that is for the person's own account. */
const ownedBy = (
  { userId, companyId, email, sso, ...held }: Owner,
  and: FindOptionsWhere<NotificationRow> = {},
): FindOptionsWhere<NotificationRow>[] => {
  const ofMember = { userId, memberOf: companyId ?? '', ...and };
  if (sso) return [ofMember];
  return [
    { userId, memberOf: IsNull(), ...and },
    { email: addressKey(email), ...and },
    ...(isOwner(held) ? (companyId ? [{ companyId, ...and }] : []) : [ofMember]),
  ];
};

@Injectable()
export class NotificationsRepository {
  constructor(private readonly db: Db) {}

  async insert(tx: Tx, notifications: NewNotification[]): Promise<void> {
    if (notifications.length === 0) return;
    const rows = notifications.map(({ type, recipient, data }) => {
      const {
        userId = null,
        companyId = null,
        email,
        memberOf = null,
      } = recipient as Recipient & { memberOf?: string };
      return {
        ...{ user_id: userId, company_id: companyId, member_of: memberOf },
        ...{ email: email === undefined ? null : addressKey(email), id: uuidv7(), type, data },
      };
    });
    await prepared(tx, insertNotifications, [JSON.stringify(rows)]);
  }

  page(owner: Owner, { page, pageSize }: { page: number; pageSize: number }): Promise<[NotificationRow[], number]> {
    return sql(this.db.read).findAndCount(NotificationRow, {
      where: ownedBy(owner),
      order: { id: 'DESC' },
      skip: (page - 1) * pageSize,
      take: pageSize,
    });
  }

  unread(owner: Owner, from: Tx = this.db.read): Promise<number> {
    return sql(from).count(NotificationRow, { where: ownedBy(owner, { readAt: IsNull() }) });
  }

  async markRead(tx: Tx, owner: Owner, ids: string[] | undefined): Promise<void> {
    for (const where of ownedBy(owner, { readAt: IsNull(), ...(ids && { id: In(ids) }) }))
      await sql(tx).update(NotificationRow, where, { readAt: () => 'now()' });
  }

  async deleteOfMember(tx: Tx, { companyId, userId }: { companyId: string; userId: string }): Promise<void> {
    await sql(tx).delete(NotificationRow, { userId, memberOf: companyId });
  }

  /** Also those of the members of the person's company, and notifications of others that contain the person's address. */
  async deletePerson(tx: Tx, owner: Pick<UserActor, 'userId' | 'companyId' | 'email'>): Promise<void> {
    const { userId, companyId, email } = owner;
    const ofCompany = companyId ? [{ companyId }, { memberOf: companyId }] : [];
    for (const where of [{ userId }, { email: addressKey(email) }, ...ofCompany])
      await sql(tx).delete(NotificationRow, where);
    await sql(tx).query("DELETE FROM notice WHERE data->>'email' = ANY($1) OR data->>'receiverEmail' = ANY($1)", [
      await spellingsOf(tx, 'notice', owner.email),
    ]);
  }

  async prune(before: Date): Promise<void> {
    await sql(this.db.read).delete(NotificationRow, { createdAt: LessThan(before) });
  }
}
