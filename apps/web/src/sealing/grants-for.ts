import { requireShownTexts, requireSignedRequest } from '@tradepost/client/requests/signed-request';
import { acceptanceRecorder, extensionRecorder, type Extension } from '@tradepost/client/transfers/grant-recorder';
import { isSameName } from '@tradepost/client/transfers/file-names';
import { ownFileKey as unwrapped, verifiedMeta, type CatalogueEntry } from '@tradepost/client/transfers/sealed-content';
import { grantAccess } from '@tradepost/client/transfers/verified-grants';
import { usableBundle } from '@tradepost/client/contacts/verified-keys';
import type { RequestView, SealingTargets } from '@tradepost/contracts/requests';
import type { OwnSealedFile } from '@tradepost/contracts/encryption/sealed';
import { addressKey } from '@tradepost/contracts/values/address';
import { fromBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { openMeta } from '@tradepost/sealing/file/meta';
import type { GrantSet } from '@tradepost/sealing/grant-layout';
import type { Contact as StatedKeys } from '@tradepost/sealing/keys/bundle';
import type { Vault } from '@tradepost/sealing/keys/vault';
import type { VerifiedRequest } from '@tradepost/sealing/request';
import { errorMessage } from '../vault/texts';
import { requireContacts, requireVault } from '../vault/vault';
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
  unsigned: (who: string) =>
    `${who} has to sign this request first, because its files are end-to-end encrypted. ${nothing}`,
  notAsked: (who: string) =>
    `${who} has not signed this request: the server named other files, versions or texts, or made it up. ${nothing}`,
  otherKeys: (who: string) =>
    `${who} or you created new keys after this request. They have to request these files again. ${nothing}`,
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
 * The request as its receiver has signed it; null until then.
 * @param toSeal of exactly the files to share
 * @throws Refusal if the receiver has not signed what is shown
 */
async function signedRequest(
  vault: Vault,
  toSeal: SealingTargets,
  keys: StatedKeys,
  shown: RequestView,
): Promise<VerifiedRequest | null> {
  if (!toSeal.signed) return null;
  return withRefusal(texts.notAsked(shown.receiverEmail), async () => {
    if (toSeal.requestId !== shown.id) throw new SealingError('REQUEST_REFUSED');
    const request = await requireSignedRequest(vault, toSeal, keys, toSeal.files);
    requireShownTexts(request, shown);
    return request;
  });
}

/** The receiver's keys and when they signed the request; `signedAt` is null until then. */
export type Requester = Contact & { signedAt?: Date | null };

/** As `receiverOf`, with the signature of a shown request. @throws Refusal, VaultClosed */
export async function requesterOf(toSeal: SealingTargets, shown: RequestView): Promise<Requester | null> {
  const contact = await receiverOf(toSeal);
  if (!contact || contact.state === 'changed') return contact;
  const keys = statedKeys(contact.keys, shown.receiverEmail);
  const signed = await signedRequest(await requireVault(), toSeal, keys, shown);
  return { ...contact, signedAt: signed && new Date(signed.timeMs) };
}

/**
 * Gives the receiver access to sealed files until `expiry`, exactly as they have signed it, and pins their keys when they are new.
 * @param toSeal of exactly the files to share
 * @param shown the request that the person saw, and its files by id, so that no other file can take their place
 * @throws KeyChanged, Refusal, VaultClosed
 */
export async function grantsFor(
  toSeal: SealingTargets,
  expiry: string,
  shown: { request: RequestView; files: Map<string, CatalogueEntry> },
): Promise<GrantSet> {
  const vault = await requireVault();
  const { receiverEmail } = shown.request;
  const { contact, keys } = await knownReceiver(toSeal, receiverEmail, vault);
  const request = await signedRequest(vault, toSeal, keys, shown.request);
  if (!request) throw new Refusal(texts.unsigned(receiverEmail));
  const { requestId, files } = toSeal;
  const record = await acceptanceRecorder(await requireContacts(), { requestId, request, files }, keys, expiry);
  const keyOf = async (file: OwnSealedFile) => {
    const entry = shown.files.get(file.fileId);
    if (!entry) throw new Refusal(texts.notShown);
    const fileKey = await ownFileKey(vault, file, entry.name);
    await withRefusal(texts.unnamed(entry.name), () => verifiedMeta(fileKey, file, entry));
    return fileKey;
  };
  const set = await grantAccess(vault, { ...toSeal, requestHash: request.hash }, keys, expiry, keyOf, record);
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
  const { requestHash, record } = await extensionOf(toSeal, keys, expiry, shown);
  const areAllShown = shown.fileNames.length === shown.files;
  const keyOf = async (file: OwnSealedFile) => {
    const fileKey = await unwrapped(vault, file);
    const name = areAllShown && (await nameOf(fileKey, file));
    if (name !== false && !shown.fileNames.some((listed) => isSameName(listed, name)))
      throw new Refusal(texts.notGranted);
    return fileKey;
  };
  const set = await withRefusal(texts.notGranted, () =>
    grantAccess(vault, { ...toSeal, requestHash }, keys, expiry, keyOf, record),
  );
  await rememberContact(contact);
  return set;
}

async function extensionOf(
  toSeal: SealingTargets,
  recipient: StatedKeys,
  expiry: string,
  shown: { requestId: string; receiverEmail: string },
): Promise<Extension> {
  if (toSeal.requestId !== shown.requestId) throw new Refusal(texts.notGranted);
  try {
    return await extensionRecorder(await requireContacts(), toSeal, recipient, expiry);
  } catch (error) {
    if (!(error instanceof SealingError)) throw error;
    if (error.problem === 'TRANSFER_REVOKED' || error.problem === 'LEDGER_ROLLED_BACK')
      throw new Refusal(errorMessage(error));
    throw new Refusal(error.problem === 'REQUEST_REFUSED' ? texts.otherKeys(shown.receiverEmail) : texts.notGranted);
  }
}

const nameOf = async (fileKey: Bytes, { fileId, version, sealedMeta }: OwnSealedFile) =>
  (await openMeta(fileKey, { fileId, version }, fromBase64url(sealedMeta))).name;
