import type { UserActor } from '@tradepost/contracts/actor';
import { audit, type LogEntry } from '@tradepost/contracts/audit';
import { kyc, kycEvents, type DataOfForm } from '@tradepost/contracts/kyc';
import { storageEvents } from '@tradepost/contracts/storage';
import type { EventMeta } from '@tradepost/service-kit/decorators';
import { startService, userActor } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { AuditModule } from '../src/app.module';
import { auditDatabase } from '../src/data-source';

export const admin = (given: Partial<UserActor> = {}) =>
  userActor({ userType: 'admin', companyId: null, companyName: null, kycStatus: 'NotRequired', ...given });

export const form: DataOfForm = { companyDetails: { shortName: 'Ann' }, documents: { documents: [] }, commercialInfo: {} };

/** The n-th second of a day, so that entries have an order of their own. */
export const second = (n: number) => new Date(Date.UTC(2026, 0, 2) + n * 1000).toISOString();

export const metaOf = ({ userId, email, companyId, companyName, ip }: UserActor): Pick<EventMeta, 'actor'> => ({
  actor: { userId, email, companyId, companyName, ip },
});

/** The audit service with a kyc that knows every case. */
export async function startStage() {
  const service = await startService({ module: AuditModule, database: auditDatabase });
  await service.neighbour(kyc.caseData, () => ({ data: form }));

  const uploaded = (by: UserActor, name: string, meta: Partial<EventMeta> = {}) =>
    service.hear(
      storageEvents.fileUploaded,
      { companyId: by.companyId!, companyName: by.companyName!, folderId: uuidv7(), folderName: 'Trade 2025', fileId: uuidv7(), name, size: 1, sha256: '' },
      { ...metaOf(by), ...meta },
    );
  const logs = async (by: UserActor, q?: string) => (await service.call(audit.logs, { id: by.userId, q }, by)) as LogEntry[];
  const messages = async (by: UserActor, q?: string) => (await logs(by, q)).map(({ message }) => message);
  /** A company's submission, as the kyc service tells of it. */
  const submitted = async (by: UserActor, { caseId = uuidv7(), version = 1, at = second(0) } = {}) => {
    const { companyId, companyName, email, userId } = by;
    await service.hear(kycEvents.submitted, { caseId, companyId: companyId!, companyName: companyName!, email, userId, version }, { ...metaOf(by), at });
    return caseId;
  };
  const verify = () => service.call(audit.verify, {}, admin());
  return { ...service, uploaded, logs, messages, submitted, verify };
}

export type Stage = Awaited<ReturnType<typeof startStage>>;
