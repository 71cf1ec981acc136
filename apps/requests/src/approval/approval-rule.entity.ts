import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** How many approvals the requests to a company need. A company without a row needs none. */
@Entity('approval_rule')
@Check('approval_rule_amount', '(above_amount IS NULL) = (above_currency IS NULL)')
export class ApprovalRuleRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @Column('int') approvals: number;
  /** Both or neither. Without them the rule is for every request. */
  @Column('numeric', { name: 'above_amount', precision: 17, scale: 2, nullable: true }) aboveAmount: string | null;
  @Column('text', { name: 'above_currency', nullable: true }) aboveCurrency: string | null;
}
