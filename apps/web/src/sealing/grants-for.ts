import type { SealingTargets } from '@tradepost/contracts/requests';
import type { Grant } from '@tradepost/contracts/sealed';
import { pinContact, requireVault } from '../vault/vault';
import { findContact, KeyChanged, type Contact } from './contacts';
import { grantAccess } from '@tradepost/client/verified-grants';
import { verifiedMeta, type CatalogueEntry } from '@tradepost/client/sealed-content';
import { ownFileKey } from './own-files';
import { Refusal, withRefusal } from './refusals';

/** The receiver's keys; null before they have any. */
export async function receiverOf({ receiver: { userId, email, bundle } }: SealingTargets): Promise<Contact | null> {
  return bundle && findContact(userId, bundle, email);
}

/**
 * Gives the receiver access to sealed files until `expiry`, and pins their keys when they are new.
 * @param toSeal of exactly the files to share
 * @param shown the catalogue entry that the person saw of each file, by id, so that no other file can take its place
 * @throws KeyChanged, Refusal, VaultClosed
 */
export async function grantsFor(
  toSeal: SealingTargets,
  expiry: string,
  shown: Map<string, CatalogueEntry>,
): Promise<{ grants: Grant[]; sig: string }> {
  const vault = await requireVault();
  const { senderId, receiver } = toSeal;
  if (senderId !== vault.userId) throw new Refusal('Only the person who sent these files can give access to them.');
  const contact = await receiverOf(toSeal);
  if (!contact)
    throw new Refusal(`${receiver.email} has no encryption key yet. You can accept once they have signed in.`);
  if (contact.state === 'changed') throw new KeyChanged(contact, receiver.email);
  const set = await grantAccess(vault, toSeal, contact.keys, expiry, async (file) => {
    const entry = shown.get(file.fileId);
    const name = entry?.name ?? 'A file';
    const fileKey = await ownFileKey(vault, file, name);
    if (entry)
      await withRefusal(
        `${name} is not the file you encrypted under that name: it was changed on the server. No access was given.`,
        () => verifiedMeta(fileKey, file, entry),
      );
    return fileKey;
  });
  if (contact.state === 'first') await pinContact(contact.keys);
  return set;
}
