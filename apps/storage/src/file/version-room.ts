import { Injectable } from '@nestjs/common';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import type { FileRow } from './file.entity';
import { FilesRepository } from './files.repository';

/**
 * Limits the versions of one file. None is dropped to make room for another: each was acknowledged, and a transfer may need it. By default a file
 * that is replaced every night has room for all of its versions, even if transfers need each for five years.
 */
@Injectable()
export class VersionRoom {
  constructor(
    private readonly governor: Governor,
    private readonly files: FilesRepository,
  ) {}

  /**
   * Whether there is room for one more, counting those under way. The file must be locked. Sealing a managed file in place needs no room: it
   * deletes the versions before. @throws AppError VERSIONS_FULL
   */
  async assertFits(tx: Tx, { id, companyId }: FileRow, inPlace: boolean): Promise<void> {
    const { versions, isManaged } = await this.files.countVersions(tx, id);
    if (inPlace && isManaged) return;
    this.governor.assertFits('fileVersions', companyId, versions + 1, 'VERSIONS_FULL');
  }
}
