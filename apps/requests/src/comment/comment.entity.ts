import type { RequestComment } from '@tradepost/contracts/requests';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { RequestRow } from '../request/request.entity';

/** What a person wrote about a request. The id is time-ordered. */
@Entity('request_comment')
@Index('request_comment_of_request', ['requestId', 'id'])
@Index('request_comment_of_author', ['authorId', 'id'])
export class CommentRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'request_id' }) requestId: string;
  @Column('uuid', { name: 'author_id' }) authorId: string;
  /** Null after the account was deleted. */
  @Column('text', { nullable: true }) email: string | null;
  @Column('text') side: RequestComment['side'];
  @Column('boolean') internal: boolean;
  @Column('text') text: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;

  @ManyToOne(() => RequestRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'request_id', foreignKeyConstraintName: 'request_comment_request' })
  request: RequestRow;
}
