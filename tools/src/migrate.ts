import { object, string } from 'yup';
import { readConfig } from '@tradepost/service-kit/config';
import { schemas } from './topology/catalogue';
import { migrateAll } from './topology/migrations';

const passwordKey = (schema: string) => `DATABASE_PASSWORD_${schema.toUpperCase()}`;

/** The migration step of an installation whose servers stand elsewhere: as the database's owner, before the apps. */
async function migrate() {
  const { POSTGRES_URL, QUEUE_URL, OBJECT_STORE_URL } = readConfig(
    object({ POSTGRES_URL: string().required(), QUEUE_URL: string().required(), OBJECT_STORE_URL: string().required() }),
  );
  const needed = schemas.filter((schema) => schema !== 'bullmq' || QUEUE_URL.startsWith('postgres'));
  const passwords = readConfig(object(Object.fromEntries(needed.map((schema) => [passwordKey(schema), string().required()])))) as Record<string, string>;
  const databasePasswords = Object.fromEntries(needed.map((schema) => [schema, passwords[passwordKey(schema)] as string]));
  const ran = await migrateAll({ postgres: POSTGRES_URL, queue: QUEUE_URL, objectStore: OBJECT_STORE_URL }, { databasePasswords });
  console.log(`${ran} migrations ran`);
}

migrate().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
