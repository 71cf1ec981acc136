import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where a company hears from us: its owner, as identity last said. */
@Entity('contact')
export class ContactRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  /** Null once its account was deleted. */
  @Column('text', { nullable: true }) email: string | null;
}
