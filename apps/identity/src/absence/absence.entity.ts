import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** When a person is away from a company. One that is over has no effect. */
@Entity('absence')
@Index('absence_of_account', ['accountId'])
@Index('absence_of_delegate', ['companyId', 'delegateId'])
export class AbsenceRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  @Column('timestamptz', { name: 'from_at' }) from: Date;
  @Column('timestamptz', { name: 'until_at' }) until: Date;
  @Column('uuid', { name: 'delegate_id', nullable: true }) delegateId: string | null;
}
