import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where a company hears from us: its owner, as identity last said. */
@Entity('contact')
export class ContactRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @Column('text') email: string;
}
