import { Injectable } from '@nestjs/common';
import { listedComments } from '@tradepost/contracts/requests';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { CommentRow } from './comment.entity';

@Injectable()
export class CommentsRepository {
  constructor(private readonly db: Db) {}

  /** The newest, oldest first. */
  async ofRequest(requestId: string, which: { internal?: false }): Promise<CommentRow[]> {
    const newest = await sql(this.db.read).find(CommentRow, {
      where: { requestId, ...which },
      order: { id: 'DESC' },
      take: listedComments,
    });
    return newest.toReversed();
  }

  /** Newest first. */
  byAuthor(authorId: string, page: number, pageSize: number): Promise<[CommentRow[], number]> {
    return sql(this.db.read).findAndCount(CommentRow, {
      where: { authorId },
      order: { id: 'DESC' },
      skip: (page - 1) * pageSize,
      take: pageSize,
    });
  }

  async insert(tx: Tx, comment: Omit<CommentRow, 'request'>): Promise<void> {
    await sql(tx).insert(CommentRow, comment);
  }

  /** Erases the address of a deleted account. */
  async erasePerson(tx: Tx, authorId: string): Promise<void> {
    await sql(tx).update(CommentRow, { authorId }, { email: null });
  }
}
