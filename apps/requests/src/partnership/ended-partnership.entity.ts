import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last state in which a partnership ended; requests of that state or an earlier one have ended with it. */
@Entity('ended_partnership')
export class EndedPartnershipRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'receiver_user_id' }) receiverUserId: string;
  @Column('int') version: number;
}
