import { wrappedKeyIn } from '@tradepost/service-kit/security/at-rest/envelope';
import { openKeys, type AtRestConfig } from '@tradepost/service-kit/security/at-rest/open-keys';
import type { ObjectOfBackup } from './manifest';

/**
 * Checks that the configured keys decrypt the objects: one object for each key that was used.
 * @throws Error naming the key that is missing
 */
export async function refuseWithoutKeys(
  { objects }: { objects: readonly Pick<ObjectOfBackup, 'envelope'>[] },
  atRest: AtRestConfig,
): Promise<void> {
  const byKey = new Map<string, { wrapped: string; count: number }>();
  for (const { envelope } of objects) {
    if (envelope === undefined) continue;
    const wrapped = wrappedKeyIn(envelope);
    const key = wrapped.split(':', 2).join(':');
    byKey.set(key, { wrapped, count: (byKey.get(key)?.count ?? 0) + 1 });
  }
  if (byKey.size === 0) return;
  const keys = openKeys(atRest);
  const faults: string[] = [];
  for (const { wrapped, count } of byKey.values()) {
    const fault = keys
      ? await keys.unwrap(wrapped).then(
          () => null,
          (error: Error) => error.message,
        )
      : 'neither AT_REST_KEY nor AT_REST_VAULT_URL is set';
    if (fault !== null) faults.push(`  ${count} objects: ${fault}`);
  }
  if (faults.length > 0)
    throw new Error(
      `The configured keys do not decrypt the files; nothing was written.\n${faults.join('\n')}\nRestore the keys that were in use when the files were stored (docs/backup.md#restore).`,
    );
}
