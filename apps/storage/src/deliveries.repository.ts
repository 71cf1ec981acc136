import { Injectable } from '@nestjs/common';
import type { Payload } from '@tradepost/contracts/define';
import { defaultTotalStorage, type identityEvents } from '@tradepost/contracts/identity';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Any, IsNull, LessThan } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AccountRow, FileRow, PartnerRow, ShareRow } from './workspace.entity';

/** The server's clock alone says when access ends. */
const liveShare = '(s.until IS NULL OR s.until > now())';

export interface VisibleFolder {
  folderId: string;
  folderName: string;
  companyId: string;
  companyName: string;
  inviterId: string;
  count: number;
  description: string;
  licence: string;
  since: Date;
  until: Date | null;
}

@Injectable()
export class DeliveriesRepository {
  constructor(private readonly db: Db) {}

  /** Access that has ended begins anew. @returns those that had no access before */
  async share(tx: Tx, folderId: string, emails: string[], until: Date | null): Promise<string[]> {
    const rows = (await tx.query(
      `INSERT INTO share (id, folder_id, email, created_at, until)
       SELECT given.id, $1, given.email, $2, $3 FROM unnest($4::uuid[], $5::text[]) AS given(id, email)
       ON CONFLICT (folder_id, lower(email)) DO UPDATE SET email = excluded.email, created_at = excluded.created_at, until = excluded.until
       WHERE share.until <= now()
       RETURNING email`,
      [folderId, new Date(), until, emails.map(() => uuidv7()), emails],
    )) as { email: string }[];
    return rows.map(({ email }) => email);
  }

  /** @returns false when the address has no access */
  async endAccess(tx: Tx, folderId: string, email: string, until: Date | null): Promise<boolean> {
    const { affected } = await tx
      .createQueryBuilder()
      .update(ShareRow)
      .set({ until })
      .where('folder_id = :folderId AND lower(email) = lower(:email) AND (until IS NULL OR until > now())', {
        folderId,
        email,
      })
      .execute();
    return (affected ?? 0) > 0;
  }

  /** Addresses that can see the folder now. */
  async audience(tx: Tx, folderId: string): Promise<string[]> {
    const rows = (await tx.query(
      `SELECT s.email FROM share s JOIN folder f ON f.id = s.folder_id JOIN partner p ON p.company_id = f.company_id AND p.email = lower(s.email) AND NOT p.ended
       WHERE s.folder_id = $1 AND ${liveShare}`,
      [folderId],
    )) as { email: string }[];
    return rows.map(({ email }) => email);
  }

  async unshare(tx: Tx, folderId: string, email: string): Promise<boolean> {
    const { affected } = await tx
      .createQueryBuilder()
      .delete()
      .from(ShareRow)
      .where('folder_id = :folderId AND lower(email) = lower(:email)', { folderId, email })
      .execute();
    return (affected ?? 0) > 0;
  }

  /** @param at ISO time at which identity said so, here and below: what comes late, after something newer, changes nothing */
  async keepPartner(
    tx: Tx,
    { companyId, companyName, inviterUserId, email }: Payload<typeof identityEvents.invitationAccepted>,
    at: string,
  ): Promise<void> {
    const account = { companyId, companyName, ownerId: inviterUserId, totalBytes: defaultTotalStorage };
    await tx.createQueryBuilder().insert().into(AccountRow).values(account).orIgnore().execute();
    await this.markPartner(tx, companyId, email, false, at);
  }

  /** Takes back whatever the company has delivered to the address. */
  async endPartner(tx: Tx, companyId: string, email: string, at: string): Promise<void> {
    await this.markPartner(tx, companyId, email, true, at);
    await tx.query(
      'DELETE FROM share USING folder WHERE folder.id = share.folder_id AND folder.company_id = $1 AND lower(share.email) = lower($2) AND share.created_at <= $3',
      [companyId, email, at],
    );
  }

  async forgetEnded(before: Date): Promise<void> {
    await this.db.read.delete(PartnerRow, { ended: true, changedAt: LessThan(before) });
  }

  private async markPartner(tx: Tx, companyId: string, email: string, ended: boolean, at: string): Promise<void> {
    await tx.query(
      `INSERT INTO partner (company_id, email, ended, changed_at) VALUES ($1, lower($2), $3, $4)
       ON CONFLICT (company_id, email) DO UPDATE SET ended = excluded.ended, changed_at = excluded.changed_at WHERE partner.changed_at <= excluded.changed_at`,
      [companyId, email, ended, at],
    );
  }

  /** @param savedAt ISO time; events may come late and out of order, so only a newer one changes anything */
  async keepCompany(
    tx: Tx,
    { companyId, companyName, userId }: Payload<typeof identityEvents.companySaved>,
    savedAt: string,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO account (company_id, company_name, owner_id, total_bytes, saved_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (company_id) DO UPDATE SET company_name = excluded.company_name, owner_id = excluded.owner_id, saved_at = excluded.saved_at
       WHERE account.saved_at IS NULL OR account.saved_at < excluded.saved_at`,
      [companyId, companyName, userId, defaultTotalStorage, savedAt],
    );
  }

  async keepQuota(
    tx: Tx,
    { companyId, companyName, userId, totalStorage }: Payload<typeof identityEvents.quotaChanged>,
  ): Promise<void> {
    await tx.query(
      'INSERT INTO account (company_id, company_name, owner_id, total_bytes) VALUES ($1, $2, $3, $4) ON CONFLICT (company_id) DO UPDATE SET total_bytes = excluded.total_bytes',
      [companyId, companyName, userId, totalStorage],
    );
  }

  /** @param saidAt ISO time, as above */
  async keepSealing(
    tx: Tx,
    { companyId, companyName, userId, required }: Payload<typeof identityEvents.sealingRequired>,
    saidAt: string,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO account (company_id, company_name, owner_id, total_bytes, require_e2e, sealing_said_at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (company_id) DO UPDATE SET require_e2e = excluded.require_e2e, sealing_said_at = excluded.sealing_said_at
       WHERE account.sealing_said_at IS NULL OR account.sealing_said_at <= excluded.sealing_said_at`,
      [companyId, companyName, userId, defaultTotalStorage, required, saidAt],
    );
  }

  /** Live folders, or one of them, delivered to this address by companies whose invitation it accepted; newest delivery first. */
  visibleTo(email: string, folderId?: string): Promise<VisibleFolder[]> {
    return this.db.read.query(
      `SELECT f.id AS "folderId", f.name AS "folderName", f.company_id AS "companyId", a.company_name AS "companyName", a.owner_id AS "inviterId",
              f.file_count AS count, f.description, f.licence, s.created_at AS since, s.until
       FROM share s
       JOIN folder f ON f.id = s.folder_id AND f.deleted_at IS NULL
       JOIN partner p ON p.company_id = f.company_id AND p.email = lower($1) AND NOT p.ended
       JOIN account a ON a.company_id = f.company_id
       WHERE lower(s.email) = lower($1) AND ${liveShare} AND ($2::uuid IS NULL OR f.id = $2)
       ORDER BY s.created_at DESC, s.id DESC`,
      [email, folderId ?? null],
    );
  }

  async filesOf(folderIds: string[], fileIds: string[]): Promise<FileRow[]> {
    if (folderIds.length === 0) return [];
    return this.db.read.find(FileRow, {
      where: { id: Any(fileIds), folderId: Any(folderIds), state: 'ready', deletedAt: IsNull() },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }
}
