import { Injectable } from '@nestjs/common';
import type { In } from '@tradepost/contracts/define';
import type { kyc } from '@tradepost/contracts/kyc';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { KycRepository } from '../case/kyc.repository';

@Injectable()
export class DocumentUploads {
  constructor(
    private readonly repository: KycRepository,
    private readonly governor: Governor,
  ) {}

  /** Adds uploads of a company; earlier uploads stay. @throws AppError TOO_MANY, TOO_LARGE */
  async add(tx: Tx, companyId: string, uploads: readonly In<typeof kyc.attachDocument>[]): Promise<void> {
    const times = new Map<string, number>();
    for (const { documentId } of uploads) times.set(documentId, (times.get(documentId) ?? 0) + 1);
    const uses = [...times].map(([documentId, amount]) => ({
      limit: 'documentVersions' as const,
      key: `${companyId} ${documentId}`,
      amount,
    }));
    await this.governor.take(tx, uses);
    const stored = await this.repository.lockStoredBytes(tx, companyId);
    const added = uploads.reduce((bytes, { size }) => bytes + size, 0);
    this.governor.assertFits('documentBytes', companyId, stored + added);
    for (const { documentId: kind, ...upload } of uploads)
      await this.repository.addUpload(tx, { companyId, kind, ...upload });
  }
}
