import { grantRecorder } from '@tradepost/client/transfers/grant-recorder';
import { isSameName } from '@tradepost/client/transfers/file-names';
import { ownFileKey as unwrapped, verifiedMeta, type CatalogueEntry } from '@tradepost/client/transfers/sealed-content';
import { grantAccess } from '@tradepost/client/transfers/verified-grants';
import { usableBundle } from '@tradepost/client/contacts/verified-keys';
import type { SealingTargets } from '@tradepost/contracts/requests';
import type { OwnSealedFile } from '@tradepost/contracts/encryption/sealed';
import { addressKey } from '@tradepost/contracts/values/address';
import { fromBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { openMeta } from '@tradepost/sealing/file/meta';
import type { GrantSet } from '@tradepost/sealing/grant-layout';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { requireLedger, requireVault } from '../vault/vault';
import { findContact, KeyChanged, rememberContact, statedKeys, type Contact } from './contacts';
import { ownFileKey } from './own-files';
import { Refusal, withRefusal } from './refusals';

const nothing = 'No access was given.';
const texts = {
  otherReceiver: `The server named another receiver than the one shown. ${nothing}`,
  otherSender: 'Only the person who sent these files can give access to them.',
  unnamed: (name: string) =>
    `${name} is not the file you encrypted under that name: it was changed on the server. ${nothing}`,
  notShown: `The server named a file that is not part of this request. ${nothing}`,
  notGranted: `The server named other files or another receiver than the ones you gave access to. ${nothing}`,
};

/** The receiver's keys; null before they have any. */
export async function receiverOf({ receiver: { userId, email, bundle } }: SealingTargets): Promise<Contact | null> {
  const usable = usableBundle(bundle);
  return usable && findContact({ userId, email, bundle: usable }, email);
}

/** @param shownEmail the receiver that the person saw @throws KeyChanged, Refusal, VaultClosed */
async function knownReceiver(toSeal: SealingTargets, shownEmail: string, vault: Vault) {
  const { senderId, receiver } = toSeal;
  if (addressKey(receiver.email) !== addressKey(shownEmail)) throw new Refusal(texts.otherReceiver);
  if (senderId !== vault.userId) throw new Refusal(texts.otherSender);
  const contact = await receiverOf(toSeal);
  if (!contact)
    throw new Refusal(`${receiver.email} has no encryption key yet. You can accept once they have signed in.`);
  if (contact.state === 'changed') throw new KeyChanged(contact, receiver.email);
  return { contact, keys: statedKeys(contact.keys, receiver.email) };
}

/**
 * Gives the receiver access to sealed files until `expiry`, and pins their keys when they are new.
 * @param toSeal of exactly the files to share
 * @param shown the receiver and the files that the person saw, by id, so that no other file can take their place
 * @throws KeyChanged, Refusal, VaultClosed
 */
export async function grantsFor(
  toSeal: SealingTargets,
  expiry: string,
  shown: { receiverEmail: string; files: Map<string, CatalogueEntry> },
): Promise<GrantSet> {
  const vault = await requireVault();
  const { contact, keys } = await knownReceiver(toSeal, shown.receiverEmail, vault);
  const record = await grantRecorder(await requireLedger(), toSeal, keys, { expiry, isExtension: false });
  const set = await grantAccess(vault, toSeal, keys, expiry, record, async (file) => {
    const entry = shown.files.get(file.fileId);
    if (!entry) throw new Refusal(texts.notShown);
    const fileKey = await ownFileKey(vault, file, entry.name);
    await withRefusal(texts.unnamed(entry.name), () => verifiedMeta(fileKey, file, entry));
    return fileKey;
  });
  await rememberContact(contact);
  return set;
}

/**
 * Gives the receiver of a transfer access until a later `expiry`, to exactly what this person's ledger holds.
 * @param shown the transfer that the person saw; `fileNames` may be cut off, `files` is their number
 * @throws KeyChanged, Refusal, VaultClosed
 */
export async function grantsAgain(
  toSeal: SealingTargets,
  expiry: string,
  shown: { receiverEmail: string; requestId: string; fileNames: string[]; files: number },
): Promise<GrantSet> {
  const vault = await requireVault();
  const { contact, keys } = await knownReceiver(toSeal, shown.receiverEmail, vault);
  if (toSeal.requestId !== shown.requestId) throw new Refusal(texts.notGranted);
  const ledger = await requireLedger();
  const record = await withRefusal(texts.notGranted, () =>
    grantRecorder(ledger, toSeal, keys, { expiry, isExtension: true }),
  );
  const areAllShown = shown.fileNames.length === shown.files;
  const set = await withRefusal(texts.notGranted, () =>
    grantAccess(vault, toSeal, keys, expiry, record, async (file) => {
      const fileKey = await unwrapped(vault, file);
      const name = areAllShown && (await nameOf(fileKey, file));
      if (name !== false && !shown.fileNames.some((listed) => isSameName(listed, name)))
        throw new Refusal(texts.notGranted);
      return fileKey;
    }),
  );
  await rememberContact(contact);
  return set;
}

const nameOf = async (fileKey: Bytes, { fileId, version, sealedMeta }: OwnSealedFile) =>
  (await openMeta(fileKey, { fileId, version }, fromBase64url(sealedMeta))).name;
