import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { SignedRequest } from '@tradepost/contracts/encryption/sealed';
import type { StoredFile } from '@tradepost/contracts/storage';
import { byCompany } from '../request/request.policy';
import type { RequestedFile, RequestText } from '../request/requests.repository';
import { readStatement } from './signed-request.policy';
import { SignedRequests } from './signed-requests';

interface NewSignature {
  requestId: string;
  signed: SignedRequest;
}

const named = (files: { fileId: string }[]) =>
  files
    .map(({ fileId }) => fileId)
    .toSorted()
    .join();

/** Verifies the signatures that come with new requests. */
@Injectable()
export class NewSignatures {
  constructor(private readonly signatures: SignedRequests) {}

  /**
   * @param visible the files to request, in their present versions
   * @returns finds the signature of one request; it throws REQUEST_SIGNATURE_REQUIRED for sealed files without one, once both sides
   * have keys. Before that, the request waits for its signature.
   * @throws AppError REQUEST_SIGNATURE_INVALID
   */
  async verify(
    given: SignedRequest[],
    visible: StoredFile[],
    texts: RequestText,
    actor: UserActor,
  ): Promise<{ of: (files: RequestedFile[]) => NewSignature | null }> {
    const verified = new Map<string, NewSignature>();
    const mustSign = new Map<string, boolean>();
    const byId = new Map(visible.map((file) => [file.fileId, file]));
    for (const signed of given) {
      const files = readStatement(signed).files.flatMap(({ fileId }) => byId.get(fileId) ?? []);
      const [first] = files;
      if (!first || byCompany(files).length !== 1) throw new AppError('REQUEST_SIGNATURE_INVALID');
      const { requestId } = await this.signatures.verify(signed, { files, texts }, actor);
      verified.set(named(files), { requestId, signed });
      mustSign.set(first.companyId, true);
    }
    for (const [first, ...others] of byCompany(visible))
      if (first && !mustSign.has(first.companyId))
        mustSign.set(first.companyId, await this.signatures.canBeSigned([first, ...others], actor));
    const of = (files: RequestedFile[]) => {
      const signature = verified.get(named(files)) ?? null;
      if (signature || !files.some(({ mode }) => mode === 'e2e')) return signature;
      if (files.some(({ companyId }) => mustSign.get(companyId))) throw new AppError('REQUEST_SIGNATURE_REQUIRED');
      return null;
    };
    return { of };
  }
}
