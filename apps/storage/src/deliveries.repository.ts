import { Injectable } from '@nestjs/common';
import type { Payload } from '@tradepost/contracts/define';
import { defaultTotalStorage, type identityEvents } from '@tradepost/contracts/identity';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { In } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AccountRow, FileRow, PartnerRow, ShareRow } from './workspace.entity';

export interface VisibleFolder {
  folderId: string;
  folderName: string;
  companyId: string;
  companyName: string;
  inviterId: string;
}

@Injectable()
export class DeliveriesRepository {
  constructor(private readonly db: Db) {}

  /** @returns those that had no access before */
  async share(tx: Tx, folderId: string, emails: string[]): Promise<string[]> {
    const createdAt = new Date();
    const { raw } = await tx
      .createQueryBuilder()
      .insert()
      .into(ShareRow)
      .values(emails.map((email) => ({ id: uuidv7(), folderId, email, createdAt })))
      .orIgnore()
      .returning('email')
      .execute();
    return (raw as { email: string }[]).map(({ email }) => email);
  }

  async unshare(tx: Tx, folderId: string, email: string): Promise<boolean> {
    const { affected } = await tx.createQueryBuilder().delete().from(ShareRow).where('folder_id = :folderId AND lower(email) = lower(:email)', { folderId, email }).execute();
    return (affected ?? 0) > 0;
  }

  async keepPartner(tx: Tx, { companyId, companyName, inviterUserId, email }: Payload<typeof identityEvents.invitationAccepted>): Promise<void> {
    const account = { companyId, companyName, ownerId: inviterUserId, totalBytes: defaultTotalStorage };
    await tx.createQueryBuilder().insert().into(AccountRow).values(account).orIgnore().execute();
    await tx.createQueryBuilder().insert().into(PartnerRow).values({ companyId, email: email.toLowerCase() }).orIgnore().execute();
  }

  /** @param savedAt ISO time; events may come late and out of order, so only a newer one changes anything */
  async keepCompany(tx: Tx, { companyId, companyName, userId }: Payload<typeof identityEvents.companySaved>, savedAt: string): Promise<void> {
    await tx.query(
      `INSERT INTO account (company_id, company_name, owner_id, total_bytes, saved_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (company_id) DO UPDATE SET company_name = excluded.company_name, owner_id = excluded.owner_id, saved_at = excluded.saved_at
       WHERE account.saved_at IS NULL OR account.saved_at < excluded.saved_at`,
      [companyId, companyName, userId, defaultTotalStorage, savedAt],
    );
  }

  /** Live folders delivered to this address by companies whose invitation it accepted; newest delivery first. */
  visibleTo(email: string): Promise<VisibleFolder[]> {
    return this.db.read.query(
      `SELECT f.id AS "folderId", f.name AS "folderName", f.company_id AS "companyId", a.company_name AS "companyName", a.owner_id AS "inviterId"
       FROM share s
       JOIN folder f ON f.id = s.folder_id AND f.deleted_at IS NULL
       JOIN partner p ON p.company_id = f.company_id AND p.email = lower($1)
       JOIN account a ON a.company_id = f.company_id
       WHERE lower(s.email) = lower($1)
       ORDER BY s.created_at DESC, s.id DESC`,
      [email],
    );
  }

  async filesOf(folderIds: string[], fileIds?: string[]): Promise<FileRow[]> {
    if (folderIds.length === 0 || fileIds?.length === 0) return [];
    const query = this.db.read
      .createQueryBuilder(FileRow, 'f')
      .where("f.folderId = ANY(:folderIds) AND f.state = 'ready' AND f.deletedAt IS NULL", { folderIds })
      .orderBy('f.createdAt', 'DESC')
      .addOrderBy('f.id', 'DESC');
    if (fileIds) query.andWhere({ id: In(fileIds) });
    return query.getMany();
  }
}
