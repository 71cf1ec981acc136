import { Injectable } from '@nestjs/common';
import type { StoredPart } from '@tradepost/contracts/storage';
import { partsPage } from '@tradepost/contracts/storage';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { In, IsNull, MoreThanOrEqual } from 'typeorm';
import { FileRow, FileVersionRow } from '../file/file.entity';
import { UploadPartRow } from './upload-part.entity';
import { UploadRow } from './upload.entity';

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
    const isEqual = ({ number, sha256 }: StoredPart) => earlier.get(number)?.sha256 === sha256;
    const others = parts.filter((part) => !isEqual(part));
    if (others.length > 0)
      await sql(tx).upsert(
        UploadPartRow,
        others.map((part) => ({ uploadId, ...part })),
        ['uploadId', 'number'],
      );
    return parts.flatMap((part) => {
      const before = earlier.get(part.number)?.objectKey;
      if (before === undefined || before === part.objectKey) return [];
      return [isEqual(part) ? part.objectKey : before];
    });
  }

  /** @returns whether it was there */
  async drop(tx: Tx, uploadId: string, { number, objectKey }: Pick<StoredPart, 'number' | 'objectKey'>) {
    const { affected } = await sql(tx).delete(UploadPartRow, { uploadId, number, objectKey });
    return affected === 1;
  }
}
