import { Injectable } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import type { UploadRow } from '../upload.entity';
import { assertUnderWay } from '../upload.policy';
import { UploadsRepository } from '../uploads.repository';

/** An upload of the caller's company, with a lease that runs. */
@Injectable()
export class UploadUnderWay {
  constructor(private readonly uploads: UploadsRepository) {}

  /** @throws AppError UPLOAD_GONE */
  async find(tx: Tx, uploadId: string, actor: UserActor): Promise<UploadRow> {
    return underWay(await this.uploads.find(tx, companyOf(actor).companyId, uploadId));
  }

  /** @throws AppError UPLOAD_GONE */
  async lock(tx: Tx, uploadId: string, actor: UserActor): Promise<UploadRow> {
    return underWay(await this.uploads.lock(tx, companyOf(actor).companyId, uploadId));
  }
}

function underWay(upload: UploadRow | null): UploadRow {
  if (!upload) throw new AppError('UPLOAD_GONE');
  assertUnderWay(upload, new Date());
  return upload;
}
