import { auditDatabase } from '@tradepost/audit-log/data-source';
import { identityDatabase } from '@tradepost/identity/data-source';
import { kycDatabase } from '@tradepost/kyc/data-source';
import { notificationDatabase } from '@tradepost/notification/data-source';
import { requestsDatabase } from '@tradepost/requests/data-source';
import { kitMigrations } from '@tradepost/service-kit/database/database';
import { migrateQueues, migrateService } from '@tradepost/service-kit/database/migrate';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import { queueSchema } from '@tradepost/service-kit/jobs/queue';
import { storageDatabase } from '@tradepost/storage/data-source';
import type { Secrets } from './secrets';
import type { Servers } from './settings';

const databases = [
  identityDatabase,
  kycDatabase,
  storageDatabase,
  requestsDatabase,
  notificationDatabase,
  auditDatabase,
];

/** All migrations of each schema, in order. The first is common to all services. */
export const migrationNames = Object.fromEntries(
  databases.map(({ schema, migrations }) => [
    schema,
    [...kitMigrations, ...migrations].map((migration) => migration.name),
  ]),
);

/**
 * Migrates every schema, and creates the bucket or directory of objects.
 * @param upTo runs only the listed migrations of each schema
 * @returns how many migrations ran
 */
export async function migrateAll(
  { postgres, queue, objectStore }: Pick<Servers, 'postgres' | 'queue' | 'objectStore'>,
  { databasePasswords }: Pick<Secrets, 'databasePasswords'>,
  upTo: Record<string, string[]> = migrationNames,
): Promise<number> {
  const password = (schema: string) => databasePasswords[schema] as string;
  let ran = 0;
  for (const { migrations, ...database } of databases) {
    const wanted = migrations.filter(({ name }) => upTo[database.schema]?.includes(name));
    ran += await migrateService({
      ownerUrl: postgres,
      password: password(database.schema),
      ...database,
      migrations: wanted,
    });
  }
  if (queue.startsWith('postgres')) await migrateQueues({ ownerUrl: postgres, password: password(queueSchema) });
  await openObjectStore(objectStore).prepare();
  return ran;
}
