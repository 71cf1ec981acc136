import type {
  DeliveryStatus,
  Webhook,
  WebhookDelivery,
  WebhookFault,
  WebhookKind,
} from '@tradepost/contracts/webhooks';
import type { NoticeData } from '@tradepost/contracts/notification';
import { Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** Where a company wants to be told by program. */
@Entity('webhook')
@Index('webhook_company', ['companyId', 'id'])
@Index('webhook_owner', ['ownerId'])
@Index('webhook_owner_email', ['ownerEmail'])
export class WebhookRow {
  @PrimaryColumn('uuid') id: string;
  @Column('text', { name: 'company_id' }) companyId: string;
  /** Events are for a company, its user or its user's address; all three are its webhook's. */
  @Column('text', { name: 'owner_id' }) ownerId: string;
  /** Lower case. */
  @Column('text', { name: 'owner_email' }) ownerEmail: string;
  @Column('text') url: string;
  @Column('text', { array: true }) kinds: WebhookKind[];
  @Column('text') description: string;
  /** Encrypted. */
  @Column('text') secret: string;
  @Column('text', { name: 'secret_end' }) secretEnd: string;
  /** Encrypted; signs too, until its time is over. */
  @Column('text', { name: 'old_secret', nullable: true }) oldSecret: string | null;
  @Column('timestamptz', { name: 'old_secret_until', nullable: true }) oldSecretUntil: Date | null;
  @Column('boolean', { default: true }) enabled: boolean;
  @Column('text', { name: 'off_because', nullable: true }) offBecause: Webhook['offBecause'];
  /** The first failure since anything last arrived. */
  @Column('timestamptz', { name: 'failing_since', nullable: true }) failingSince: Date | null;
  @Column('timestamptz', { name: 'last_delivered_at', nullable: true }) lastDeliveredAt: Date | null;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt: Date;
}

/** One event for one webhook: what is to be sent, and what came of it. */
@Entity('webhook_delivery')
@Index('webhook_delivery_event', ['webhookId', 'eventId'], { unique: true })
@Index('webhook_delivery_at', ['at'])
@Index('webhook_delivery_list', ['webhookId', 'id'])
@Index('webhook_delivery_due', ['webhookId', 'nextAttemptAt'], { where: "status = 'waiting'" })
@Index('webhook_delivery_leased', ['webhookId'], { where: 'lease IS NOT NULL' })
export class DeliveryRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'webhook_id' }) webhookId: string;
  @ManyToOne(() => WebhookRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'webhook_id', foreignKeyConstraintName: 'webhook_delivery_webhook_id_fkey' })
  webhook?: WebhookRow;
  @Column('uuid', { name: 'event_id' }) eventId: string;
  @Column('text') kind: WebhookDelivery['kind'];
  @Column('jsonb') data: NoticeData;
  @CreateDateColumn({ type: 'timestamptz' }) at: Date;
  @Column('text', { default: 'waiting' }) status: DeliveryStatus;
  @Column('integer', { default: 0 }) attempts: number;
  @Column('timestamptz', { name: 'next_attempt_at', nullable: true, default: () => 'now()' })
  nextAttemptAt: Date | null;
  @Column('timestamptz', { name: 'give_up_at' }) giveUpAt: Date;
  /** Who is sending it now; whoever finds another's name there is too late. */
  @Column('uuid', { nullable: true }) lease: string | null;
  @Column('timestamptz', { name: 'leased_until', nullable: true }) leasedUntil: Date | null;
  @Column('timestamptz', { name: 'last_attempt_at', nullable: true }) lastAttemptAt: Date | null;
  @Column('text', { nullable: true }) fault: WebhookFault | null;
  @Column('integer', { name: 'response_status', nullable: true }) responseStatus: number | null;
  @Column('text', { nullable: true }) response: string | null;
  @Column('integer', { name: 'took_ms', nullable: true }) tookMs: number | null;
}
