import { routes } from '@tradepost/contracts/routes';
import type { PublicBundle } from '@tradepost/contracts/encryption/sealed';
import { restateBundle, verifyContact } from '@tradepost/sealing/keys/bundle';
import type { Vault } from '@tradepost/sealing/keys/vault';
import type { ApiClient } from '../api/api-client';
import { ownerOf } from '../keys/owner';

/**
 * Publishes keys from before addresses were part of their statement again, now with the owner's address. Contacts accept no others.
 * @param bundle the published one, which opened the vault
 * @returns the vault with its stated keys, and their bundle
 */
export async function stateAddress(
  client: Pick<ApiClient, 'send'>,
  vault: Vault,
  bundle: PublicBundle,
  email: string,
): Promise<{ vault: Vault; bundle: PublicBundle }> {
  if (vault.own.address !== null) return { vault, bundle };
  const owner = ownerOf({ id: vault.userId, email });
  const stated = await restateBundle(bundle, owner, vault.signing.privateKey);
  await client.send(routes.restateKeys, { bundle: stated });
  return { vault: { ...vault, own: await verifyContact(owner, stated) }, bundle: stated };
}
