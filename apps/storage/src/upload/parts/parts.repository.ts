import { Injectable } from '@nestjs/common';
import type { StoredPart } from '@tradepost/contracts/storage';
import { partsPage } from '@tradepost/contracts/storage';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { In, IsNull, MoreThanOrEqual } from 'typeorm';
import { FileRow, FileVersionRow } from '../../file/file.entity';
import { PartAddressRow } from './part-address.entity';
import { UploadPartRow } from './upload-part.entity';
import { UploadRow } from '../upload.entity';

/** Numbered parts of uploads. */
@Injectable()
export class PartsRepository {
  /** A page, by number. */
  page(tx: Tx, uploadId: string, from: number): Promise<UploadPartRow[]> {
    return sql(tx).find(UploadPartRow, {
      where: { uploadId, number: MoreThanOrEqual(from) },
      order: { number: 'ASC' },
      take: partsPage,
    });
  }

  /** The version that an upload replaces, if it is still the current one of a live file. */
  async replaced(tx: Tx, { fileId, version }: UploadRow): Promise<FileVersionRow | null> {
    const currentVersion = (version ?? 1) - 1;
    const file = await sql(tx).findOneBy(FileRow, { id: fileId, deletedAt: IsNull(), currentVersion });
    return file && sql(tx).findOneBy(FileVersionRow, { fileId, version: currentVersion });
  }

  /** The upload must be locked. Equal parts stay. @returns keys of objects that no row names any more */
  async put(tx: Tx, uploadId: string, parts: readonly StoredPart[], leaseUntil: Date): Promise<string[]> {
    await sql(tx).update(UploadRow, uploadId, { leaseUntil });
    const numbers = parts.map(({ number }) => number);
    const rows = await sql(tx).findBy(UploadPartRow, { uploadId, number: In(numbers) });
    const earlier = new Map(rows.map((row) => [row.number, row]));
    const isEqual = ({ number, sha256, objectKey, md5 }: StoredPart) => {
      const row = earlier.get(number);
      return row?.sha256 === sha256 && (objectKey !== null || row.md5 === md5);
    };
    const others = parts.filter((part) => !isEqual(part));
    if (others.length > 0)
      await sql(tx).upsert(
        UploadPartRow,
        others.map((part) => ({ uploadId, ...part })),
        ['uploadId', 'number'],
      );
    return parts.flatMap((part) => {
      const row = earlier.get(part.number);
      if (!row || row.objectKey === part.objectKey) return [];
      return (isEqual(part) ? part.objectKey : row.objectKey) ?? [];
    });
  }

  /** @returns whether it was there */
  async drop(tx: Tx, uploadId: string, { number, objectKey }: Pick<StoredPart, 'number' | 'objectKey'>) {
    const { affected } = await sql(tx).delete(UploadPartRow, { uploadId, number, objectKey: objectKey ?? IsNull() });
    return affected === 1;
  }

  /**
   * Reserves the addresses of parts of a multipart upload, which begins with the first ones. @param begun the id of one that may become that of this upload
   * @returns the one of this upload, and the MD5 that each part has an address for, or null; undefined if the upload has ended
   */
  async reserveAddresses(
    tx: Tx,
    uploadId: string,
    begun: string,
    parts: readonly Pick<StoredPart, 'number' | 'md5'>[],
  ): Promise<{ multipartId: string; md5s: Map<number, string | null> } | undefined> {
    const [rows] = (await sql(tx).query(
      `UPDATE upload SET multipart_id = coalesce(multipart_id, $2) WHERE id = $1 AND committed_at IS NULL
       RETURNING multipart_id AS "multipartId"`,
      [uploadId, begun],
    )) as [{ multipartId: string }[], number];
    if (!rows[0]) return undefined;
    const addresses = (await sql(tx).query(
      `INSERT INTO upload_part_address AS a (upload_id, number, md5)
       SELECT $1, number, md5 FROM unnest($2::int[], $3::text[]) AS part (number, md5) ORDER BY number
       ON CONFLICT (upload_id, number) DO UPDATE SET md5 = a.md5 RETURNING number, md5`,
      [uploadId, parts.map(({ number }) => number), parts.map(({ md5 }) => md5)],
    )) as { number: number; md5: string | null }[];
    return { ...rows[0], md5s: new Map(addresses.map(({ number, md5 }) => [number, md5])) };
  }

  /** The only content of those of the parts that have one. */
  async contents(tx: Tx, uploadId: string, numbers: readonly number[]): Promise<Map<number, PartAddressRow>> {
    const rows = await sql(tx).findBy(PartAddressRow, { uploadId, number: In(numbers) });
    return new Map(rows.map((row) => [row.number, row]));
  }

  /** Those of the parts that are objects keep their content, and get no other address. The upload must be locked. */
  async keepContents(tx: Tx, uploadId: string, parts: readonly UploadPartRow[]): Promise<void> {
    const objects = parts.filter(({ objectKey }) => objectKey !== null);
    await sql(tx).query(
      `INSERT INTO upload_part_address (upload_id, number, sha256)
       SELECT $1, number, sha256 FROM unnest($2::int[], $3::text[]) AS part (number, sha256) ORDER BY number
       ON CONFLICT DO NOTHING`,
      [uploadId, objects.map(({ number }) => number), objects.map(({ sha256 }) => sha256)],
    );
  }

  /** The upload must be locked. */
  async endMultipart(tx: Tx, uploadId: string): Promise<void> {
    await sql(tx).delete(UploadPartRow, { uploadId, objectKey: IsNull() });
    await sql(tx).delete(PartAddressRow, { uploadId });
    await sql(tx).update(UploadRow, uploadId, { multipartId: null });
  }
}
