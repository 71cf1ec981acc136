import { createHash } from 'node:crypto';
import { AppError } from '@tradepost/contracts/errors';
import { bundleRef } from '@tradepost/contracts/encryption/formats';
import type { SignedRequest } from '@tradepost/contracts/encryption/sealed';
import type { StoredFile } from '@tradepost/contracts/storage';
import { fromBase64url } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { decodeRequest, type DecodedRequest, type RequestedFile } from '@tradepost/sealing/request';
import { validate as isUuid } from 'uuid';
import { modeOfFile } from '../grants/sealed.policy';

/** How a statement names a file. */
export const requestedRef = (file: Pick<StoredFile, 'fileId' | 'sealed'>): RequestedFile => ({
  ...bundleRef(file),
  mode: modeOfFile(file),
});

/** The owner of the sealed files; null without a sealed file, or if they belong to several users. */
export function ownerOf(files: Pick<StoredFile, 'sealed'>[]): string | null {
  const owners = new Set(files.flatMap(({ sealed }) => (sealed ? [sealed.ownerId] : [])));
  const [owner] = owners;
  return owners.size === 1 && owner ? owner : null;
}

/** Reads a statement of a client. @throws AppError REQUEST_SIGNATURE_INVALID */
export function readStatement({ statement }: SignedRequest): DecodedRequest {
  try {
    const decoded = decodeRequest(fromBase64url(statement));
    if (isUuid(decoded.requestId)) return decoded;
  } catch (error) {
    if (!(error instanceof SealingError)) throw error;
  }
  throw new AppError('REQUEST_SIGNATURE_INVALID');
}

/** A digest of what a statement asks for, without its time, keys and signature. */
export const contentOf = ({ files, intendedUse, note }: DecodedRequest): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        files.map(({ fileId, version, mode }) => `${fileId} ${version} ${mode}`).toSorted(),
        intendedUse,
        note,
      ]),
    )
    .digest('hex');

interface Texts {
  intendedUse?: string | null | undefined;
  note?: string | null | undefined;
}

/** Whether the statement has the texts of the request. */
export const hasTexts = (statement: DecodedRequest, { intendedUse, note }: Texts): boolean =>
  statement.intendedUse === (intendedUse ?? '') && statement.note === (note ?? '');
