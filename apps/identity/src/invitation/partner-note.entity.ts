import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Apart from the invitation, because each of its two companies has its own note. */
@Entity('partner_note')
export class PartnerNoteRow {
  @PrimaryColumn('uuid', { name: 'invitation_id' }) invitationId: string;
  /** The company that wrote it. */
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @Column('text') note: string;
}
