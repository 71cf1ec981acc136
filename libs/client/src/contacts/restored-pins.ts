import { openPins, pin, type Pin, type Pins } from '@tradepost/sealing/keys/pins';
import type { Vault } from '@tradepost/sealing/keys/vault';

/** What accepting an older list of contacts means. */
export interface RestoredPins {
  /** Contacts that this device knows, and that the server's list lacks or has with other keys. */
  lost: Pin[];
  /** The server's list with these contacts. Its revision is newer than any this device has seen. */
  merged: Pins;
}

/**
 * Compares the server's list with what this device has seen, after a restore from backup. Both are sealed under the vault's key, so
 * the server can choose among its own old lists, and nothing else.
 * @param seen the newest list on this device (null if it has only the revision) and its revision
 * @returns null if the server's list is not older
 * @throws SealingError TAMPERED
 */
export async function restoredPins(
  vault: Vault,
  sent: string,
  seen: { list: string | null; revision: number },
): Promise<RestoredPins | null> {
  const server = await openPins(vault, sent, 0);
  if (server.revision >= seen.revision) return null;
  const known = seen.list === null ? [] : (await openPins(vault, seen.list, 0)).contacts;
  const isListed = (one: Pin) =>
    server.contacts.some(
      ({ userId, address, keyId }) => userId === one.userId && address === one.address && keyId === one.keyId,
    );
  const lost = known.filter((one) => !isListed(one));
  return { lost, merged: { ...lost.reduce(pin, server), revision: seen.revision + 1 } };
}
