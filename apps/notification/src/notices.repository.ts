import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { NoticeData, NoticeType, Person } from '@tradepost/contracts/notification';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { In, IsNull, LessThan, type FindOptionsWhere } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { NoticeRow } from './notice.entity';

type Owner = Pick<UserActor, 'userId' | 'companyId' | 'email'>;

/** One condition an identity of the actor; no row fits two. */
const ownedBy = (
  { userId, companyId, email }: Owner,
  and: FindOptionsWhere<NoticeRow> = {},
): FindOptionsWhere<NoticeRow>[] => [
  { userId, ...and },
  ...(companyId ? [{ companyId, ...and }] : []),
  { email: email.toLowerCase(), ...and },
];

@Injectable()
export class NoticesRepository {
  constructor(private readonly db: Db) {}

  async keep(tx: Tx, type: NoticeType, audience: Person[], data: NoticeData): Promise<void> {
    const rows = audience.map(({ userId = null, companyId = null, email }) => ({
      id: uuidv7(),
      userId,
      companyId,
      email: email?.toLowerCase() ?? null,
      type,
      data,
    }));
    await tx.insert(NoticeRow, rows);
  }

  page(owner: Owner, { page, pageSize }: { page: number; pageSize: number }): Promise<[NoticeRow[], number]> {
    return this.db.read.findAndCount(NoticeRow, {
      where: ownedBy(owner),
      order: { id: 'DESC' },
      skip: (page - 1) * pageSize,
      take: pageSize,
    });
  }

  unread(owner: Owner, from: Tx = this.db.read): Promise<number> {
    return from.count(NoticeRow, { where: ownedBy(owner, { readAt: IsNull() }) });
  }

  async markRead(tx: Tx, owner: Owner, ids: string[] | undefined): Promise<void> {
    for (const where of ownedBy(owner, { readAt: IsNull(), ...(ids && { id: In(ids) }) }))
      await tx.update(NoticeRow, where, { readAt: () => 'now()' });
  }

  /** Also where others were told of the person by its address. */
  async forgetPerson(tx: Tx, owner: Owner): Promise<void> {
    for (const where of ownedBy(owner)) await tx.delete(NoticeRow, where);
    await tx.query(
      "DELETE FROM notice WHERE lower(data->>'email') = lower($1) OR lower(data->>'receiverEmail') = lower($1)",
      [owner.email],
    );
  }

  async forget(before: Date): Promise<void> {
    await this.db.read.delete(NoticeRow, { createdAt: LessThan(before) });
  }
}
