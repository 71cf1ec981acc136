import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The address for mails to a company: its owner's, from the newest event of identity. */
@Entity('contact')
@Index('contact_address', ['addressKey'])
export class ContactRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  /** Null once its account was deleted. */
  @Column('text', { nullable: true }) email: string | null;
  /** `addressKey` of the address. */
  @Column('text', { name: 'address_key', nullable: true }) addressKey: string | null;
}
