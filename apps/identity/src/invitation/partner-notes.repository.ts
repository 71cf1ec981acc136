import { Injectable } from '@nestjs/common';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Not } from 'typeorm';
import type { InvitationRow } from './invitation.entity';
import { PartnerNoteRow } from './partner-note.entity';

type NoteKey = Pick<PartnerNoteRow, 'invitationId' | 'companyId'>;

@Injectable()
export class PartnerNotesRepository {
  async find(tx: Tx, { invitationId, companyId }: NoteKey): Promise<string | null> {
    return (await sql(tx).findOneBy(PartnerNoteRow, { invitationId, companyId }))?.note ?? null;
  }

  async save(tx: Tx, { invitationId, companyId }: NoteKey, note: string): Promise<void> {
    await sql(tx).upsert(PartnerNoteRow, { invitationId, companyId, note }, ['invitationId', 'companyId']);
  }

  async remove(tx: Tx, { invitationId, companyId }: NoteKey): Promise<void> {
    await sql(tx).delete(PartnerNoteRow, { invitationId, companyId });
  }

  /** Removes the note of the invited company, which no longer sees the invitation. */
  async removeOfInvited(tx: Tx, { id, companyId }: InvitationRow): Promise<void> {
    await sql(tx).delete(PartnerNoteRow, { invitationId: id, companyId: Not(companyId) });
  }
}
