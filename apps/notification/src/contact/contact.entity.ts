import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The address for mails to a company: its owner's, from the newest event of identity. */
@Entity('contact')
export class ContactRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  /** Null once its account was deleted. */
  @Column('text', { nullable: true }) email: string | null;
}
