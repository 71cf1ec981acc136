import { auditDatabase } from '@tradepost/audit-log/data-source';
import { identityDatabase } from '@tradepost/identity/data-source';
import { kycDatabase } from '@tradepost/kyc/data-source';
import { notificationDatabase } from '@tradepost/notification/data-source';
import { requestsDatabase } from '@tradepost/requests/data-source';
import { migrateQueues, migrateService } from '@tradepost/service-kit/migrate';
import { openObjectStore } from '@tradepost/service-kit/object-store/open';
import { queueSchema } from '@tradepost/service-kit/queue';
import { storageDatabase } from '@tradepost/storage/data-source';
import type { Secrets } from './secrets';
import type { Servers } from './settings';

const databases = [identityDatabase, kycDatabase, storageDatabase, requestsDatabase, notificationDatabase, auditDatabase];

/**
 * Brings every schema up to date, and makes the bucket or directory of objects.
 * @returns how many migrations ran
 */
export async function migrateAll({ postgres, queue, objectStore }: Pick<Servers, 'postgres' | 'queue' | 'objectStore'>, { databasePasswords }: Pick<Secrets, 'databasePasswords'>): Promise<number> {
  const password = (schema: string) => databasePasswords[schema] as string;
  let ran = 0;
  for (const database of databases) ran += await migrateService({ ownerUrl: postgres, password: password(database.schema), ...database });
  if (queue.startsWith('postgres')) await migrateQueues({ ownerUrl: postgres, password: password(queueSchema) });
  await openObjectStore(objectStore).prepare();
  return ran;
}
