import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import type { PartnershipVersion } from '@tradepost/contracts/identity';
import { mostReceived } from '@tradepost/contracts/storage';
import { addressKey } from '@tradepost/contracts/values/address';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { sql } from '@tradepost/service-kit/database/sql';
import { LessThan } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { FolderRow } from '../folder/folder.entity';
import { listedBytes } from '../folder/listed-bytes';
import { PartnerRow, ShareRow } from './delivery.entity';

/** Access ends by the clock of the database. */
const liveShare = '(s.until IS NULL OR s.until > now())';

const newestFirst = 'ORDER BY s.created_at DESC, s.id DESC';
const columns = `f.id AS "folderId", f.name AS "folderName", f.company_id AS "companyId", a.company_name AS "companyName", a.owner_id AS "inviterId",
  f.file_count AS count, f.type_counts AS "typeCounts", f.description, f.licence, s.created_at AS since, s.until`;
/** To the address key $1. */
const deliveredTo = `FROM share s
  JOIN folder f ON f.id = s.folder_id AND f.deleted_at IS NULL
  JOIN partner p ON p.company_id = f.company_id AND p.address_key = $1 AND NOT p.ended
  JOIN account a ON a.company_id = f.company_id
  WHERE s.address_key = $1 AND ${liveShare}`;

export interface VisibleFolder {
  folderId: string;
  folderName: string;
  companyId: string;
  companyName: string;
  inviterId: string;
  count: number;
  typeCounts: FolderRow['typeCounts'];
  description: string;
  licence: string;
  since: Date;
  until: Date | null;
}

interface Invited {
  email: string;
  version: number;
}

type Partnership = Pick<PartnershipVersion, 'companyId'> & Partial<PartnershipVersion> & { email: string };
type Folder = Pick<FolderRow, 'id' | 'companyId'>;

@Injectable()
export class DeliveriesRepository {
  constructor(private readonly db: Db) {}

  /**
   * Access that has ended starts again.
   * @param invited with the state of the partnership in which it is delivered
   * @returns addresses that had no access before
   * @throws AppError NOT_INVITED when a partnership has ended since
   */
  async share(tx: Tx, folder: Folder, invited: Invited[], until: Date | null): Promise<string[]> {
    const [emails, versions] = [invited.map(({ email }) => email), invited.map(({ version }) => version)];
    const keys = emails.map(addressKey);
    const ended = (await sql(tx).query(
      `SELECT p.ended AND p.version >= given.version AS ended FROM partner p
       JOIN unnest($2::text[], $3::int[]) AS given(key, version) ON p.address_key = given.key
       WHERE p.company_id = $1 FOR SHARE OF p`,
      [folder.companyId, keys, versions],
    )) as { ended: boolean }[];
    if (ended.some((partner) => partner.ended)) throw new AppError('NOT_INVITED');
    await sql(tx).query(
      `UPDATE share SET partnership_version = given.version FROM unnest($2::text[], $3::int[]) AS given(key, version)
       WHERE share.folder_id = $1 AND share.address_key = given.key AND share.partnership_version < given.version`,
      [folder.id, keys, versions],
    );
    const rows = (await sql(tx).query(
      `INSERT INTO share (id, folder_id, email, address_key, created_at, until, partnership_version)
       SELECT given.id, $1, given.email, given.key, $2, $3, given.version
       FROM unnest($4::uuid[], $5::text[], $6::text[], $7::int[]) AS given(id, email, key, version)
       ON CONFLICT (folder_id, address_key) DO UPDATE SET email = excluded.email, created_at = excluded.created_at, until = excluded.until
       WHERE share.until <= now()
       RETURNING email`,
      [folder.id, new Date(), until, emails.map(() => uuidv7()), emails, keys, versions],
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

  /** @param partnership the state that an identity event tells, here and below; one older than the last changes nothing */
  async savePartner(tx: Tx, partnership: Partnership): Promise<void> {
    await this.markPartner(tx, partnership, false);
  }

  /** Ends all access that the company gave to the address until then. */
  async endPartner(tx: Tx, partnership: Partnership): Promise<void> {
    await this.markPartner(tx, partnership, true);
    const { companyId, email, version = 0 } = partnership;
    await sql(tx).query(
      'DELETE FROM share USING folder WHERE folder.id = share.folder_id AND folder.company_id = $1 AND share.address_key = $2 AND share.partnership_version <= $3',
      [companyId, addressKey(email), version],
    );
  }

  async pruneEnded(before: Date): Promise<void> {
    await this.db.transaction((tx) => sql(tx).delete(PartnerRow, { ended: true, changedAt: LessThan(before) }));
  }

  private async markPartner(tx: Tx, { companyId, email, version = 0 }: Partnership, ended: boolean): Promise<void> {
    await sql(tx).query(
      `INSERT INTO partner (company_id, address_key, ended, version, changed_at) VALUES ($1, $2, $3, $4, now())
       ON CONFLICT (company_id, address_key) DO UPDATE SET ended = excluded.ended, version = excluded.version, changed_at = excluded.changed_at
       WHERE partner.version <= excluded.version`,
      [companyId, addressKey(email), ended, version],
    );
  }

  /** Those of the live folders that were delivered to this address by companies with an invitation that it accepted. */
  visible(email: string, folderIds: string[]): Promise<VisibleFolder[]> {
    return sql(this.db.read).query(`SELECT ${columns} ${deliveredTo} AND f.id = ANY($2::uuid[])`, [
      addressKey(email),
      folderIds,
    ]);
  }

  /** As `visible`, newest delivery first, as many as one answer has. */
  newestVisible(email: string): Promise<VisibleFolder[]> {
    return sql(this.db.read).query(
      `SELECT * FROM (
         SELECT ${columns}, s.id AS "shareId", sum(${listedBytes('f')}) OVER (${newestFirst}) AS "bytes" ${deliveredTo}
         ${newestFirst} LIMIT $2) newest
       WHERE bytes <= $3 ORDER BY since DESC, "shareId" DESC`,
      [addressKey(email), mostReceived.folders, mostReceived.bytes],
    );
  }

  /** As `visible`, newest delivery first. @param page from 1 */
  async pageOfVisible(
    email: string,
    page: number,
    pageSize: number,
  ): Promise<{ items: VisibleFolder[]; total: number }> {
    const key = addressKey(email);
    const [items, [{ total }]] = await Promise.all([
      sql(this.db.read).query<VisibleFolder[]>(`SELECT ${columns} ${deliveredTo} ${newestFirst} LIMIT $2 OFFSET $3`, [
        key,
        pageSize,
        (page - 1) * pageSize,
      ]),
      sql(this.db.read).query<[{ total: number }]>(`SELECT count(*)::int AS total ${deliveredTo}`, [key]),
    ]);
    return { items, total };
  }

  /** All of them, without their texts. */
  visibleNames(email: string): Promise<Pick<VisibleFolder, 'folderId' | 'companyName'>[]> {
    return sql(this.db.read).query(`SELECT f.id AS "folderId", a.company_name AS "companyName" ${deliveredTo}`, [
      addressKey(email),
    ]);
  }
}
