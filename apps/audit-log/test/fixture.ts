import { generateKeyPairSync } from 'node:crypto';
import type { UserActor } from '@tradepost/contracts/actor';
import { audit, type LogEntry } from '@tradepost/contracts/audit';
import { kyc, kycDocuments, kycEvents, type DataOfForm, type KycDocumentId } from '@tradepost/contracts/kyc';
import { storageEvents } from '@tradepost/contracts/storage';
import type { EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { startService, userActor, type EarlierRelease } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { AuditModule } from '../src/app.module';
import { Checkpoints } from '../src/chain/checkpoints';
import { auditDatabase } from '../src/data-source';

export const admin = (given: Partial<UserActor> = {}) =>
  userActor({ userType: 'admin', companyId: null, companyName: null, kycStatus: 'NotRequired', ...given });

type Uploads = Partial<Record<KycDocumentId, string>>;

export const formWith = (uploads: Uploads): DataOfForm => ({
  companyDetails: { shortName: 'Ann' },
  documents: {
    documents: kycDocuments.map(([id, name]) => {
      const uploadId = uploads[id] ?? null;
      return {
        id,
        name,
        required: true,
        uploadId,
        filename: null,
        fileUrl: null,
        contentType: null,
        size: null,
        uploadedAt: null,
        scan: null,
        versions: [],
      };
    }),
  },
  commercialInfo: {},
});

/** The nine of a decision, all approved. */
export const allApproved = kycDocuments.map(([id]) => ({ id, decision: 'approve' }));

/** The n-th second of a day, so that entries have an order of their own. */
export const second = (n: number) => new Date(Date.UTC(2026, 0, 2) + n * 1000).toISOString();

export const metaOf = ({ userId, email, companyId, companyName, ip }: UserActor): Pick<EventMeta, 'actor'> => ({
  actor: { userId, email, companyId, companyName, ip },
});

/** What signs checkpoints here. */
const signingKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

/** The audit service with a kyc that knows every case and takes decisions. */
export async function startFixture(env: Record<string, string> = {}, upgradeFrom?: EarlierRelease) {
  const service = await startService({
    module: AuditModule,
    database: auditDatabase,
    env: { AUDIT_SIGNING_KEY: signingKey, ...env },
    upgradeFrom,
  });
  // the scheduled task would sign ends while a test writes entries
  await service.app.get(Checkpoints).onModuleDestroy();
  const uploads = new Map<string, Uploads>();
  const uploadsOf = (companyId: string) => uploads.get(companyId) ?? {};
  await service.stubService(kyc.caseData, ({ companyId }) => ({ data: formWith(uploadsOf(companyId)) }));

  const uploaded = (by: UserActor, name: string, meta: Partial<EventMeta> = {}) =>
    service.deliverEvent(
      storageEvents.fileUploaded,
      {
        companyId: by.companyId!,
        companyName: by.companyName!,
        folderId: uuidv7(),
        folderName: 'Trade 2025',
        fileId: uuidv7(),
        name,
        size: 1,
        sha256: '',
        mode: 'managed',
      },
      { ...metaOf(by), ...meta },
    );
  const logs = async (by: UserActor, q?: string) =>
    (await service.call(audit.logs, { id: by.userId, q }, by)) as LogEntry[];
  const messages = async (by: UserActor, q?: string) => (await logs(by, q)).map(({ message }) => message);
  /** A company's submission, as the kyc service publishes it. */
  const submitted = async (by: UserActor, { caseId = uuidv7(), version = 1, at = second(0) } = {}) => {
    const { companyId, companyName, email, userId } = by;
    await service.deliverEvent(
      kycEvents.submitted,
      { caseId, companyId: companyId!, companyName: companyName!, email, userId, version },
      { ...metaOf(by), at },
    );
    return caseId;
  };
  /** A newer upload of a document. @returns the upload's id */
  const attach = ({ companyId }: UserActor, document: KycDocumentId, uploadId = uuidv7()) => {
    uploads.set(companyId!, { ...uploadsOf(companyId!), [document]: uploadId });
    return uploadId;
  };
  const clear = ({ companyId }: UserActor, document: KycDocumentId) =>
    void uploads.set(companyId!, { ...uploadsOf(companyId!), [document]: undefined });
  /** A submission with all nine documents. */
  const submittedWhole = async (by: UserActor, given: { caseId?: string; version?: number; at?: string } = {}) => {
    for (const [document] of kycDocuments) attach(by, document);
    return submitted(by, given);
  };
  const verify = () => service.call(audit.verify, {}, admin());
  return { ...service, uploaded, logs, messages, submitted, submittedWhole, attach, clear, uploadsOf, verify };
}

export type Fixture = Awaited<ReturnType<typeof startFixture>>;
