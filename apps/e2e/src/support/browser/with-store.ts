import { join } from 'node:path';
import { startS3, type RunningS3 } from '@tradepost/testing/servers/s3';
import { startStoreWithRules, type StoreWithRules } from '@tradepost/testing/store-with-rules';
import type { Place } from '@tradepost/tools/client/people';
import { countingProxy, type CountingProxy } from '../counting-proxy';
import { temporaryTopology } from '../topology';

/** An installation with an S3 server that pages reach: one that knows the rules of its bucket, with a proxy in front that counts, and one in front of the gateway. */
export interface WithStore {
  place: Place;
  bucket: StoreWithRules;
  store: CountingProxy;
  gateway: CountingProxy;
  stop: () => Promise<void>;
}

/** @param directory of what the S3 server stores */
export async function installationWithStore(directory: string, env: Record<string, string> = {}): Promise<WithStore> {
  const s3: RunningS3 = await startS3({ dataDir: join(directory, 's3') });
  const bucket = await startStoreWithRules(s3.endpoint);
  const store = await countingProxy(() => bucket.endpoint);
  let origin = '';
  const gateway = await countingProxy(() => origin, 'localhost');
  const topology = await temporaryTopology('embedded', {
    env: {
      ORIGIN: gateway.url,
      OBJECT_STORE_URL: `${s3.url.replace(s3.endpoint.replace('http://', ''), bucket.endpoint.replace('http://', ''))}/tradepost`,
      OBJECT_STORE_PUBLIC_URL: store.url,
      ALLOWED_FILE_TYPES: '*',
      ...env,
    },
  });
  origin = topology.origin;
  return {
    place: { origin: gateway.url, inboxUrl: topology.inboxUrl },
    bucket,
    store,
    gateway,
    async stop() {
      await topology.stop();
      for (const proxy of [gateway, store]) proxy.stop();
      await bucket.stop();
      await s3.stop();
    },
  };
}
