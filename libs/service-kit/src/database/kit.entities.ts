import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';
import { LimitUseRow } from '../limits/limit-use.entity';
import type { EventMeta } from '../messaging/event-meta';

/** An event that its transaction has committed; published by the relay, confirmed by the reconciler. */
@Entity('outbox')
@Index('outbox_due', ['id'], { where: 'published_at IS NULL' })
@Index('outbox_unconfirmed', ['publishedAt'], { where: 'confirmed_at IS NULL AND published_at IS NOT NULL' })
export class OutboxRow {
  @PrimaryColumn('uuid') id: string;
  @Column('text') subject: string;
  @Column('jsonb') payload: unknown;
  @Column('jsonb') meta: EventMeta;
  /** Bus subject on which every consumer reports that it has processed the event. */
  @Column('text', { name: 'settle_to', nullable: true }) settleTo: string | null;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt: Date;
  @Column('int', { default: 0 }) attempts: number;
  @Column('timestamptz', { name: 'next_attempt_at', default: () => 'now()' }) nextAttemptAt: Date;
  @Column('timestamptz', { name: 'published_at', nullable: true }) publishedAt: Date | null;
  @Column('timestamptz', { name: 'confirmed_at', nullable: true }) confirmedAt: Date | null;
}

/** An event this service has processed; committed with its effect. */
@Entity('inbox')
@Index('inbox_taken_at', ['processedAt'])
export class InboxRow {
  @PrimaryColumn('uuid', { name: 'event_id' }) eventId: string;
  @CreateDateColumn({ name: 'taken_at', type: 'timestamptz' }) processedAt: Date;
}

/** The request or job that enqueued a job. */
export interface JobOrigin {
  requestId: string;
  /** W3C trace context. */
  traceparent?: string | undefined;
}

export type JobState = 'pending' | 'done' | 'failed' | 'expired';

/** A job that this service has enqueued; the queue carries only its id. */
@Entity('job_intent')
@Index('job_intent_key', ['key'], { unique: true })
@Index('job_intent_pending', ['createdAt'], { where: "state = 'pending'" })
export class JobIntentRow {
  @PrimaryColumn('uuid') id: string;
  @Column('text') queue: string;
  @Column('text') name: string;
  /** Names the job: the same key is the same job, done once. */
  @Column('text') key: string;
  @Column('jsonb') payload: unknown;
  @Column('jsonb', { nullable: true }) origin: JobOrigin | null;
  @Column('text', { default: 'pending' }) state: JobState;
  @Column('text', { name: 'last_error', nullable: true }) lastError: string | null;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt: Date;
  @Column('timestamptz', { name: 'enqueued_at', nullable: true }) enqueuedAt: Date | null;
  @Column('timestamptz', { name: 'not_after', nullable: true }) notAfter: Date | null;
  @Column('timestamptz', { name: 'finished_at', nullable: true }) finishedAt: Date | null;
}

/** An event that this service could not process; an operator replays it. */
@Entity('dead_letter')
export class DeadLetterRow {
  @PrimaryColumn('uuid', { name: 'event_id' }) eventId: string;
  @Column('text') subject: string;
  @Column('jsonb') message: unknown;
  @Column('text') error: string;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt: Date;
}

/** The first answer to a creating call, for a day. */
@Entity('idempotency')
@Index('idempotency_created_at', ['createdAt'])
export class IdempotencyRow {
  @PrimaryColumn('text', { name: 'actor_id' }) actorId: string;
  @PrimaryColumn('text') subject: string;
  @PrimaryColumn('text') key: string;
  @Column('jsonb') answer: unknown;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt: Date;
}

export const kitEntities = [OutboxRow, InboxRow, JobIntentRow, DeadLetterRow, IdempotencyRow, LimitUseRow];
