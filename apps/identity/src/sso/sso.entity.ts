import type { RoleMapping } from '@tradepost/contracts/identity';
import type { ProvidedRole } from '@tradepost/contracts/roles';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A company's identity provider. */
@Entity('sso_connection')
@Index('sso_connection_id', ['id'], { unique: true })
export class SsoConnectionRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  /** Sessions name it: another issuer or client gets a new one, which ends the sessions of the one before. */
  @Column('uuid') id: string;
  @Column('text') issuer: string;
  @Column('text', { name: 'client_id' }) clientId: string;
  /** Encrypted (`SsoSecrets`). */
  @Column('text', { name: 'client_secret' }) clientSecret: string;
  @Column('text', { nullable: true }) claim: string | null;
  @Column('jsonb') mapping: RoleMapping[];
  @Column('text', { name: 'default_role', nullable: true }) defaultRole: ProvidedRole | null;
  @Column('boolean') enforced: boolean;
}

/** Once a DNS record has verified the domain, people with its addresses sign in with the company's identity provider. */
@Entity('sso_domain')
@Index('sso_domain_of_company', ['companyId', 'domain'], { unique: true })
@Index('sso_domain_verified', ['domain'], { unique: true, where: 'verified_at IS NOT NULL' })
export class SsoDomainRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  /** As `domainOf` has it. */
  @Column('text') domain: string;
  /** Of the DNS record. */
  @Column('text') token: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'verified_at', nullable: true }) verifiedAt: Date | null;
}

/** The account of a person that a company's identity provider knows. */
@Entity('sso_identity')
@Index('sso_identity_of_account', ['accountId'])
export class SsoIdentityRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('text') issuer: string;
  @PrimaryColumn('text') sub: string;
  @Column('uuid', { name: 'account_id' }) accountId: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}

/**
 * A person that was a member of a company. Single sign-on does not make them a member again, and SCIM only if it has ended the last
 * membership; the company can invite the person again.
 */
@Entity('former_member')
@Index('former_member_of_account', ['accountId'])
export class FormerMemberRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  /** The identity provider of the company has ended the membership by SCIM. */
  @Column('boolean', { name: 'by_provider', default: false }) byProvider: boolean;
}

/** A sign-in that was started and not finished yet. */
@Entity('sso_sign_in')
@Index('sso_sign_in_expiry', ['expiresAt'])
@Index('sso_sign_in_of_account', ['accountId'])
export class SsoSignInRow {
  /** SHA-256 of the state, in hex. */
  @PrimaryColumn('text') state: string;
  @Column('uuid', { name: 'connection_id' }) connectionId: string;
  /** SHA-256 of the browser's cookie. */
  @Column('text') browser: string;
  @Column('text') nonce: string;
  /** Of PKCE. */
  @Column('text') verifier: string;
  /** The signed-in person who links their account, and their session; null for a sign-in. */
  @Column('uuid', { name: 'account_id', nullable: true }) accountId: string | null;
  @Column('uuid', { name: 'session_id', nullable: true }) sessionId: string | null;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
}

/** A logout token that was used. */
@Entity('sso_logout_token')
export class SsoLogoutTokenRow {
  @PrimaryColumn('uuid', { name: 'connection_id' }) connectionId: string;
  @PrimaryColumn('text') jti: string;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
}
