import type {
  DeliveryStatus,
  Webhook,
  WebhookDelivery,
  WebhookFault,
  WebhookEvent,
  WebhookKind,
} from '@tradepost/contracts/webhooks';
import { Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** An endpoint of a company that receives events. */
@Entity('webhook')
@Index('webhook_company', ['companyId', 'id'])
@Index('webhook_owner', ['ownerId'])
@Index('webhook_owner_email', ['ownerEmail'])
export class WebhookRow {
  @PrimaryColumn('uuid') id: string;
  @Column('text', { name: 'company_id' }) companyId: string;
  /** Events address a company, a user or an address; a webhook receives those of its company, its owner and the owner's address. */
  @Column('text', { name: 'owner_id' }) ownerId: string;
  /** `addressKey` of the address. */
  @Column('text', { name: 'owner_email' }) ownerEmail: string;
  @Column('text') url: string;
  @Column('text', { array: true }) kinds: WebhookKind[];
  @Column('text') description: string;
  /** Encrypted. */
  @Column('text') secret: string;
  @Column('text', { name: 'secret_end' }) secretEnd: string;
  /** Encrypted; signs too until `oldSecretUntil`. */
  @Column('text', { name: 'old_secret', nullable: true }) oldSecret: string | null;
  @Column('timestamptz', { name: 'old_secret_until', nullable: true }) oldSecretUntil: Date | null;
  @Column('boolean', { default: true }) enabled: boolean;
  @Column('text', { name: 'off_because', nullable: true }) offBecause: Webhook['offBecause'];
  /** The first failure since the last successful delivery. */
  @Column('timestamptz', { name: 'failing_since', nullable: true }) failingSince: Date | null;
  @Column('timestamptz', { name: 'last_delivered_at', nullable: true }) lastDeliveredAt: Date | null;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt: Date;
}

/** The delivery of one event to one webhook, and its result. */
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
  @Column('jsonb') data: WebhookEvent['data'];
  @CreateDateColumn({ type: 'timestamptz' }) at: Date;
  @Column('text', { default: 'waiting' }) status: DeliveryStatus;
  @Column('integer', { default: 0 }) attempts: number;
  @Column('timestamptz', { name: 'next_attempt_at', nullable: true, default: () => 'now()' })
  nextAttemptAt: Date | null;
  @Column('timestamptz', { name: 'give_up_at' }) giveUpAt: Date;
  /** Id of the replica's claim that sends it now. A result with another lease is ignored. */
  @Column('uuid', { nullable: true }) lease: string | null;
  @Column('timestamptz', { name: 'leased_until', nullable: true }) leasedUntil: Date | null;
  @Column('timestamptz', { name: 'last_attempt_at', nullable: true }) lastAttemptAt: Date | null;
  @Column('text', { nullable: true }) fault: WebhookFault | null;
  @Column('integer', { name: 'response_status', nullable: true }) responseStatus: number | null;
  @Column('text', { nullable: true }) response: string | null;
  @Column('integer', { name: 'took_ms', nullable: true }) tookMs: number | null;
}
