import { Injectable } from '@nestjs/common';
import { listedComments } from '@tradepost/contracts/requests';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { LessThan } from 'typeorm';
import { CommentRow } from './comment.entity';

interface Which {
  /** Absent: also internal ones. */
  internal?: false;
  /** The id of a comment; absent: the newest. */
  before?: string | undefined;
}

@Injectable()
export class CommentsRepository {
  constructor(private readonly db: Db) {}

  /** One page, oldest first, and whether there are older ones. */
  async ofRequest(requestId: string, { before, ...which }: Which): Promise<{ rows: CommentRow[]; hasOlder: boolean }> {
    const newest = await sql(this.db.read).find(CommentRow, {
      where: { requestId, ...which, ...(before && { id: LessThan(before) }) },
      order: { id: 'DESC' },
      take: listedComments + 1,
    });
    return { rows: newest.slice(0, listedComments).toReversed(), hasOlder: newest.length > listedComments };
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
