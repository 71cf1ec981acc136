import { Injectable } from '@nestjs/common';
import type { StoredPart } from '@tradepost/contracts/storage';
import { partsPage } from '@tradepost/contracts/storage';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { MoreThanOrEqual } from 'typeorm';
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

  /** The upload must be locked. An equal part stays. @returns the key of an object that no row names any more */
  async put(tx: Tx, uploadId: string, part: StoredPart, leaseUntil: Date): Promise<string | undefined> {
    const { number, sha256, objectKey } = part;
    await sql(tx).update(UploadRow, uploadId, { leaseUntil });
    const earlier = await sql(tx).findOneBy(UploadPartRow, { uploadId, number });
    if (earlier?.sha256 === sha256) return earlier.objectKey === objectKey ? undefined : objectKey;
    await sql(tx).upsert(UploadPartRow, { uploadId, ...part }, ['uploadId', 'number']);
    return earlier?.objectKey;
  }
}
