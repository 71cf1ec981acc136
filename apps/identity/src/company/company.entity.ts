import type { KycStatus } from '@tradepost/contracts/actor';
import type { UsualExpiry } from '@tradepost/contracts/identity';
import type { Verification } from '@tradepost/contracts/values/verification';
import { safeInteger } from '@tradepost/service-kit/database/bigint.column';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('company')
@Check('company_usual_expiry', "usual_expiry IN ('ask', 'day', 'week', 'month', 'endOfMonth')")
@Index('company_owner', ['ownerId'], { unique: true })
export class CompanyRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'owner_id' }) ownerId: string;
  @Column('text', { name: 'company_name' }) companyName: string;
  @Column('text', { name: 'company_registration_number', nullable: true }) companyRegistrationNumber: string | null;
  @Column('text', { name: 'tax_id', nullable: true }) taxId: string | null;
  @Column('text') country: string;
  @Column('text', { name: 'address_line1' }) addressLine1: string;
  @Column('text', { name: 'address_line2', nullable: true }) addressLine2: string | null;
  @Column('text') city: string;
  @Column('text', { name: 'post_code' }) postCode: string;
  @Column('text', { name: 'trading_currency' }) tradingCurrency: string;
  @Column('text', { name: 'telephone_number' }) telephoneNumber: string;
  @Column('text', { name: 'contract_email' }) contractEmail: string;
  @Column('text', { name: 'billing_email' }) billingEmail: string;
  @Column('text', { name: 'kyc_status' }) kycStatus: KycStatus;
  /** Version of the newest status received; events with an older one are ignored. */
  @Column('int', { name: 'kyc_version', default: 0 }) kycVersion: number;
  /** What partners see of the verification; null unless approved. */
  @Column('jsonb', { nullable: true }) verified: Verification | null;
  @Column('bigint', { name: 'total_storage', transformer: safeInteger }) totalStorage: number;
  @Column('boolean', { name: 'require_e2e', default: false }) requireE2E: boolean;
  @Column('text', { name: 'usual_expiry', default: 'ask' }) usualExpiry: UsualExpiry;
}
