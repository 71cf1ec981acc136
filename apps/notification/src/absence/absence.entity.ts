import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** When a person of a company is away and who stands in, from the events of identity. The row of one that was ended has no times. */
@Entity('absence')
@Index('absence_of_user', ['userId'])
export class KnownAbsenceRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'user_id' }) userId: string;
  @Column('timestamptz', { name: 'from_at', nullable: true }) from: Date | null;
  @Column('timestamptz', { name: 'until_at', nullable: true }) until: Date | null;
  @Column('uuid', { name: 'delegate_id', nullable: true }) delegateId: string | null;
  @Column('boolean', { name: 'delegate_is_owner', default: false }) delegateIsOwner: boolean;
  /** When the event was committed. */
  @Column('timestamptz', { name: 'changed_at' }) changedAt: Date;
}
