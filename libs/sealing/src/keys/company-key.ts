import { concat, exactly, fromBase64url, toBase64url, u32, utf8, uuidBytes, type Bytes } from '../crypto/bytes';
import { openFor, sealFor } from '../crypto/hpke';
import { sealedKeySize, type Key } from '../crypto/primitives';
import { sign, verify } from '../crypto/signing';
import { SealingError } from '../errors';
import { partyBytes } from '../grant-layout';
import type { Contact } from './bundle';
import type { PersonKey, VerifiedPersonKey } from './person-key';
import { importUvk, withVaultKey, wrapsOf, type SealedVault, type Unlock, type Vault } from './vault';

/** A company's vault key, sealed to one member by the company's owner. */
export interface CompanyKey {
  /** Of the member's key, 32 bytes, base64url. */
  memberKeyId: string;
  /** HPKE's `enc[65] | ciphertext[32] | tag[16]`, 113 bytes, base64url. */
  sealed: string;
  /** By the company's sign key, 64 bytes, base64url. */
  sig: string;
}

/** What a company's key is bound to. */
export interface CompanyKeyParties {
  companyId: string;
  /** The owner, with the keys of the present epoch, which are the company's. */
  company: Contact;
  member: Pick<VerifiedPersonKey, 'userId' | 'address' | 'keyId'>;
}

const info = utf8('sdx1/company-key');

/** `"sdx1/company-key" | companyId[16] | epoch u32 | party(owner)[80] | party(member)[80]`, 196 bytes: the AAD, and what is signed before the sealed key. */
export const companyKeyBinding = async ({ companyId, company, member }: CompanyKeyParties): Promise<Bytes> =>
  concat(info, uuidBytes(companyId), u32(company.epoch), await partyBytes(company), await partyBytes(member));

/**
 * Seals the key of the company's vault to a member, after the owner has compared the number of the member's key.
 * @param vault the open vault of the owner, which signs
 * @param unlock opens the stored vault, because an open one does not show its key
 * @throws SealingError VAULT_LOCKED if it does not open it
 */
export async function sealCompanyKey(
  { companyId, company, member }: CompanyKeyParties & { member: VerifiedPersonKey },
  vault: Vault,
  stored: SealedVault,
  unlock: Unlock,
): Promise<CompanyKey> {
  const binding = await companyKeyBinding({ companyId, company, member });
  const sealed = await withVaultKey(vault.userId, stored, unlock, (key) =>
    sealFor(member.hpkePublic, key, info, binding),
  );
  return {
    memberKeyId: toBase64url(member.keyId),
    sealed: toBase64url(sealed),
    sig: toBase64url(await sign(vault.signing.privateKey, concat(binding, sealed))),
  };
}

/** Requires the signature of this company, for this member and key. @throws SealingError COMPANY_KEY_REFUSED, BAD_SIGNATURE, MALFORMED */
export async function checkCompanyKey(parties: CompanyKeyParties, { memberKeyId, sealed, sig }: CompanyKey) {
  if (memberKeyId !== toBase64url(parties.member.keyId)) throw new SealingError('COMPANY_KEY_REFUSED');
  const signed = concat(await companyKeyBinding(parties), fromBase64url(sealed, sealedKeySize));
  if (!(await verify(parties.company.signPublic, fromBase64url(sig, 64), signed)))
    throw new SealingError('BAD_SIGNATURE');
}

/** Passes the key of the company's vault to `use`, and erases it then. @throws as `openCompanyKey`; errors of `use` */
async function withCompanyKey<T>(
  parties: CompanyKeyParties & { member: PersonKey },
  given: CompanyKey,
  use: (uvk: Bytes) => Promise<T>,
): Promise<T> {
  await checkCompanyKey(parties, given);
  const binding = await companyKeyBinding(parties);
  const sealed = fromBase64url(given.sealed, sealedKeySize);
  const uvk = exactly(await openFor(parties.member.hpke, sealed, info, binding, 'COMPANY_KEY_REFUSED'), 32);
  try {
    return await use(uvk);
  } finally {
    uvk.fill(0);
  }
}

/** The key of the company's vault. @throws SealingError as `checkCompanyKey`; COMPANY_KEY_REFUSED if it was sealed to another key or for other parties */
export const openCompanyKey = (parties: CompanyKeyParties & { member: PersonKey }, given: CompanyKey): Promise<Key> =>
  withCompanyKey(parties, given, importUvk);

/**
 * The key of the company's vault under the password and the recovery key of a member who takes the company over.
 * @throws SealingError as `openCompanyKey`
 */
export const wrapsOfNewOwner = (
  parties: CompanyKeyParties & { member: PersonKey },
  given: CompanyKey,
  keks: { password: Key; recovery: Key },
): Promise<SealedVault['wraps']> =>
  withCompanyKey(parties, given, (uvk) => wrapsOf(uvk, parties.company.userId, parties.company.epoch, keks));
