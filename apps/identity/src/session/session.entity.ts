import type { Scope } from '@tradepost/contracts/actor';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('session')
@Index('session_of_account', ['accountId'])
@Index('session_of_browser', ['binding'])
@Index('session_of_company', ['companyId'])
export class SessionRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'account_id' }) accountId: string;
  @Column('text') scope: Scope;
  /** `User-Agent` of the client. */
  @Column('text') agent: string;
  @Column('text') ip: string;
  /** SHA-256 of the browser's cookie, without which the token is rejected; null for scripts. */
  @Column('text', { nullable: true }) binding: string | null;
  /** The passkey that opened it, or was its second step: the removal of the passkey ends it. */
  @Column('uuid', { name: 'passkey_id', nullable: true }) passkeyId: string | null;
  /** The company that its person is a member of and acts for; null for the own account. */
  @Column('uuid', { name: 'company_id', nullable: true }) companyId: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
}

/** A kind of browser an account has signed in with. */
@Entity('device')
export class DeviceRow {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  @PrimaryColumn('text') mark: string;
  @Column('timestamptz', { name: 'seen_at' }) seenAt: Date;
}
