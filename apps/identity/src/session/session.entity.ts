import type { Scope } from '@tradepost/contracts/actor';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('session')
@Index('session_of_account', ['accountId'])
@Index('session_of_browser', ['binding'])
@Index('session_of_company', ['companyId'])
@Index('session_of_sso', ['ssoConnectionId'])
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
  /** The sign-on connection that opened it; null for another way to sign in. It ends with the connection. */
  @Column('uuid', { name: 'sso_connection_id', nullable: true }) ssoConnectionId: string | null;
  /** The provider's name of its own session (`sid`); null if it gave none. */
  @Column('text', { name: 'sso_sid', nullable: true }) ssoSid: string | null;
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
