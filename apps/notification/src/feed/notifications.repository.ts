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
  recipient: Recipient;
  data: NotificationData;
}

const insertNotifications = {
  name: 'notifications',
  text: `INSERT INTO notice (id, user_id, company_id, email, type, data)
         SELECT id, user_id, company_id, email, type, data
         FROM jsonb_to_recordset($1::jsonb) AS n (id uuid, user_id text, company_id text, email text, type text, data jsonb)`,
};

/** `roles`: a member reads what is for them, not what is for the company's owner. */
type Owner = Pick<UserActor, 'userId' | 'companyId' | 'email' | 'roles'>;

/** One condition per identity of the actor; no row matches two. */
const ownedBy = (
  { userId, companyId, email, ...held }: Owner,
  and: FindOptionsWhere<NotificationRow> = {},
): FindOptionsWhere<NotificationRow>[] => [
  { userId, ...and },
  ...(companyId && isOwner(held) ? [{ companyId, ...and }] : []),
  { email: addressKey(email), ...and },
];

@Injectable()
export class NotificationsRepository {
  constructor(private readonly db: Db) {}

  async insert(tx: Tx, notifications: NewNotification[]): Promise<void> {
    if (notifications.length === 0) return;
    const rows = notifications.map(({ type, recipient: { userId = null, companyId = null, email }, data }) => ({
      ...{ user_id: userId, company_id: companyId, email: email === undefined ? null : addressKey(email) },
      ...{ id: uuidv7(), type, data },
    }));
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

  /** Also notifications of others that contain the person's address. */
  async deletePerson(tx: Tx, owner: Owner): Promise<void> {
    for (const where of ownedBy(owner)) await sql(tx).delete(NotificationRow, where);
    await sql(tx).query("DELETE FROM notice WHERE data->>'email' = ANY($1) OR data->>'receiverEmail' = ANY($1)", [
      await spellingsOf(tx, 'notice', owner.email),
    ]);
  }

  async prune(before: Date): Promise<void> {
    await sql(this.db.read).delete(NotificationRow, { createdAt: LessThan(before) });
  }
}
