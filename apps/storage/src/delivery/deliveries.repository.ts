import { Injectable } from '@nestjs/common';
import type { Payload } from '@tradepost/contracts/define';
import type { identityEvents } from '@tradepost/contracts/identity';
import { addressKey } from '@tradepost/contracts/values/address';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { sql } from '@tradepost/service-kit/database/sql';
import { LessThan } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { PartnerRow, ShareRow } from './delivery.entity';

/** Access ends by the clock of the database. */
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

  /** Access that has ended starts again. @returns addresses that had no access before */
  async share(tx: Tx, folderId: string, emails: string[], until: Date | null): Promise<string[]> {
    const rows = (await sql(tx).query(
      `INSERT INTO share (id, folder_id, email, address_key, created_at, until)
       SELECT given.id, $1, given.email, given.key, $2, $3 FROM unnest($4::uuid[], $5::text[], $6::text[]) AS given(id, email, key)
       ON CONFLICT (folder_id, address_key) DO UPDATE SET email = excluded.email, created_at = excluded.created_at, until = excluded.until
       WHERE share.until <= now()
       RETURNING email`,
      [folderId, new Date(), until, emails.map(() => uuidv7()), emails, emails.map(addressKey)],
    )) as { email: string }[];
    return rows.map(({ email }) => email);
  }

  /** @returns false when the address has no access */
  async endAccess(tx: Tx, folderId: string, email: string, until: Date | null): Promise<boolean> {
    const { affected } = await sql(tx)
      .createQueryBuilder()
      .update(ShareRow)
      .set({ until })
      .where('folder_id = :folderId AND address_key = :key AND (until IS NULL OR until > now())', {
        folderId,
        key: addressKey(email),
      })
      .execute();
    return (affected ?? 0) > 0;
  }

  /** Addresses that can see the folder now. */
  async audience(tx: Tx, folderId: string): Promise<string[]> {
    const rows = (await sql(tx).query(
      `SELECT s.email FROM share s JOIN folder f ON f.id = s.folder_id JOIN partner p ON p.company_id = f.company_id AND p.address_key = s.address_key AND NOT p.ended
       WHERE s.folder_id = $1 AND ${liveShare}`,
      [folderId],
    )) as { email: string }[];
    return rows.map(({ email }) => email);
  }

  async unshare(tx: Tx, folderId: string, email: string): Promise<boolean> {
    const { affected } = await sql(tx).delete(ShareRow, { folderId, addressKey: addressKey(email) });
    return (affected ?? 0) > 0;
  }

  /** @param at ISO time of the identity event, here and below: an event older than the last one changes nothing */
  async savePartner(
    tx: Tx,
    { companyId, email }: Pick<Payload<typeof identityEvents.invitationAccepted>, 'companyId' | 'email'>,
    at: string,
  ): Promise<void> {
    await this.markPartner(tx, companyId, email, false, at);
  }

  /** Ends all access that the company gave to the address. */
  async endPartner(tx: Tx, companyId: string, email: string, at: string): Promise<void> {
    await this.markPartner(tx, companyId, email, true, at);
    await sql(tx).query(
      'DELETE FROM share USING folder WHERE folder.id = share.folder_id AND folder.company_id = $1 AND share.address_key = $2 AND share.created_at <= $3',
      [companyId, addressKey(email), at],
    );
  }

  async pruneEnded(before: Date): Promise<void> {
    await this.db.transaction((tx) => sql(tx).delete(PartnerRow, { ended: true, changedAt: LessThan(before) }));
  }

  private async markPartner(tx: Tx, companyId: string, email: string, ended: boolean, at: string): Promise<void> {
    await sql(tx).query(
      `INSERT INTO partner (company_id, address_key, ended, changed_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (company_id, address_key) DO UPDATE SET ended = excluded.ended, changed_at = excluded.changed_at WHERE partner.changed_at <= excluded.changed_at`,
      [companyId, addressKey(email), ended, at],
    );
  }

  /** Live folders, or one of them, delivered to this address by companies with an invitation that it accepted; newest delivery first. */
  visibleTo(email: string, folderId?: string): Promise<VisibleFolder[]> {
    return sql(this.db.read).query(
      `SELECT f.id AS "folderId", f.name AS "folderName", f.company_id AS "companyId", a.company_name AS "companyName", a.owner_id AS "inviterId",
              f.file_count AS count, f.description, f.licence, s.created_at AS since, s.until
       FROM share s
       JOIN folder f ON f.id = s.folder_id AND f.deleted_at IS NULL
       JOIN partner p ON p.company_id = f.company_id AND p.address_key = $1 AND NOT p.ended
       JOIN account a ON a.company_id = f.company_id
       WHERE s.address_key = $1 AND ${liveShare} AND ($2::uuid IS NULL OR f.id = $2)
       ORDER BY s.created_at DESC, s.id DESC`,
      [addressKey(email), folderId ?? null],
    );
  }
}
