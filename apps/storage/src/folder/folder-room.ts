import { Injectable } from '@nestjs/common';
import { lockName } from '@tradepost/service-kit/database/advisory-lock';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { FoldersRepository } from './folders.repository';

/**
 * Limits the folders of a company and their texts. Every list of folders has all of them: without a limit, one company could make
 * the list of a partner larger than a message between services may be.
 */
@Injectable()
export class FolderRoom {
  constructor(
    private readonly governor: Governor,
    private readonly folders: FoldersRepository,
  ) {}

  /** Call it after a change that adds a folder or text. @throws AppError TOO_LARGE */
  async assertFits(tx: Tx, companyId: string): Promise<void> {
    // parallel changes are counted one after the other
    await lockName(tx, `folders ${companyId}`);
    this.governor.assertFits('folderBytes', companyId, await this.folders.bytes(tx, companyId));
  }
}
