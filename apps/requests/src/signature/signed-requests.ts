import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { accountOf } from '@tradepost/contracts/roles';
import { AppError } from '@tradepost/contracts/errors';
import type { SignedRequest } from '@tradepost/contracts/encryption/sealed';
import type { StoredFile } from '@tradepost/contracts/storage';
import { SealingError } from '@tradepost/sealing/errors';
import { isContact, type Contact } from '@tradepost/sealing/keys/bundle';
import {
  namesExactly,
  requireRequested,
  verifyRequest,
  type DecodedRequest,
  type VerifiedRequest,
} from '@tradepost/sealing/request';
import { log } from '@tradepost/service-kit/observability/logging';
import { ReceiverKeys } from '../grants/receiver-keys';
import type { RequestText } from '../request/requests.repository';
import { hasTexts, ownerOf, readStatement, requestedRef } from './signed-request.policy';

/** A request for the files of one sender, as it was or will be stored. */
interface Asked {
  files: Pick<StoredFile, 'fileId' | 'sealed'>[];
  texts: RequestText;
}

/** Verifies requests that receivers have signed. */
@Injectable()
export class SignedRequests {
  constructor(private readonly keys: ReceiverKeys) {}

  /**
   * Verifies that the receiver, for which the actor acts, has signed exactly this request, with current keys of both sides.
   * @throws AppError REQUEST_SIGNATURE_INVALID
   */
  async verify(signed: SignedRequest, { files, texts }: Asked, actor: UserActor): Promise<DecodedRequest> {
    const statement = readStatement(signed);
    const parties = await this.parties(accountOf(actor).userId, files, actor);
    if (!parties || !namesExactly(statement, files.map(requestedRef)) || !hasTexts(statement, texts))
      throw new AppError('REQUEST_SIGNATURE_INVALID');
    await verifyRequest(signed, { ...parties, requestId: statement.requestId }).catch((error: unknown) => {
      if (!(error instanceof SealingError)) throw error;
      log.info({ requestId: statement.requestId, problem: error.problem }, 'rejected an invalid signed request');
      throw new AppError('REQUEST_SIGNATURE_INVALID');
    });
    return statement;
  }

  /** Whether these files can be requested with a signature: some are sealed, and both sides have keys. */
  async canBeSigned(files: Asked['files'], actor: UserActor): Promise<boolean> {
    return (await this.parties(accountOf(actor).userId, files, actor)) !== null;
  }

  /**
   * The stored request, if its signature is by the receiver's current key, for the sender's, and names all of these files in their
   * present versions; otherwise null, and the receiver has to sign again.
   */
  async current(
    { id, receiverUserId }: { id: string; receiverUserId: string },
    signed: SignedRequest | null,
    files: Asked['files'],
    actor: UserActor,
  ): Promise<VerifiedRequest | null> {
    const parties = signed && (await this.parties(receiverUserId, files, actor));
    if (!signed || !parties) return null;
    try {
      const request = await verifyRequest(signed, { ...parties, requestId: id });
      requireRequested(request, files.map(requestedRef));
      return request;
    } catch (error) {
      if (error instanceof SealingError) return null;
      throw error;
    }
  }

  /** The keys of receiver and sender; null if one of them has none, or no file is sealed. */
  private async parties(
    receiverUserId: string,
    files: Asked['files'],
    actor: UserActor,
  ): Promise<{ receiver: Contact; sender: Contact } | null> {
    const owner = ownerOf(files);
    if (!owner) return null;
    const [receiver, sender] = await Promise.all(
      [receiverUserId, owner].map(async (userId) => (await this.keys.fetch(userId, actor)).verified),
    );
    return receiver && sender && isContact(receiver) && isContact(sender) ? { receiver, sender } : null;
  }
}
