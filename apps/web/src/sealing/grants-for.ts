import type { ToSeal } from '@tradepost/contracts/requests';
import type { Grant } from '@tradepost/contracts/sealed';
import { pinContact, requireVault } from '../vault/vault';
import { findContact, KeyChanged, type Contact } from './contacts';
import { sealAccess } from '@tradepost/client/proven-grants';
import { provenMeta, type CatalogueEntry } from '@tradepost/client/sealed-content';
import { ownFileKey } from './own-files';
import { Refusal, refuse } from './refusals';

/** The receiver's keys; null before they have made any. */
export async function receiverOf({ receiver: { userId, email, bundle } }: ToSeal): Promise<Contact | null> {
  return bundle && findContact(userId, bundle, email);
}

/**
 * Gives the receiver access to sealed files until `expiry`, and pins their keys when they are seen for the first time.
 * @param toSeal of the files that are given, and no others
 * @param shown what the person was shown of each file, by its id: so that no other is given in its place
 * @throws KeyChanged, Refusal, VaultClosed
 */
export async function grantsFor(
  toSeal: ToSeal,
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
  const set = await sealAccess(vault, toSeal, contact.keys, expiry, async (file) => {
    const said = shown.get(file.fileId);
    const name = said?.name ?? 'A file';
    const fileKey = await ownFileKey(vault, file, name);
    if (said)
      await refuse(
        `${name} is not the file you encrypted under that name: it was changed on the server. Nobody was given access.`,
        () => provenMeta(fileKey, file, said),
      );
    return fileKey;
  });
  if (contact.state === 'first') await pinContact(contact.keys);
  return set;
}
