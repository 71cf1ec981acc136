import { setBucketRules } from '@tradepost/service-kit/objects/direct/bucket-rules';
import { directSettings } from '@tradepost/service-kit/objects/direct/direct-urls';
import { s3Access } from '@tradepost/service-kit/objects/open';
import { readConfig } from '@tradepost/service-kit/runtime/config';
import { object, string } from 'yup';

/** Where operators read about it. */
export const storeForClientsInDocs = 'docs/operations.md, "Straight to the object store"';

/**
 * Sets the rules of the bucket, if the installation offers its object store to clients. Without them, pages use the gateway.
 * @returns a sentence for each rule that the store did not take
 */
export async function offerStoreToPages(objectStore: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const { ORIGIN, OBJECT_STORE_PUBLIC_URL } = readConfig(object({ ...directSettings, ORIGIN: string() }), env);
  if (!OBJECT_STORE_PUBLIC_URL || !s3Access(objectStore)) return [];
  if (!ORIGIN || !URL.canParse(ORIGIN))
    return [`The bucket got no rules, because ORIGIN is not set. See ${storeForClientsInDocs}.`];
  const refused = await setBucketRules(objectStore, new URL(ORIGIN).origin);
  return refused.map(({ kind, code }) => `${consequences[kind]} (${code}). See ${storeForClientsInDocs}.`);
}

const consequences = {
  cors: 'The object store did not take its CORS rule: browsers send and read files through the gateway',
  lifecycle:
    'The object store did not take its lifecycle rule: only the garbage collector of storage ends unfinished uploads',
};
