import { Injectable } from '@nestjs/common';
import { assertHasKeys, type UserActor } from '@tradepost/contracts/actor';
import { accountOf } from '@tradepost/contracts/roles';
import { AppError } from '@tradepost/contracts/errors';
import type { In } from '@tradepost/contracts/define';
import type { requests } from '@tradepost/contracts/requests';
import type { StoredFile } from '@tradepost/contracts/storage';
import type { PublicBundle, SignedRequest, TransferGrants } from '@tradepost/contracts/encryption/sealed';
import { log } from '@tradepost/service-kit/observability/logging';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { verifyBundle } from '@tradepost/sealing/keys/bundle';
import { zeros32, type GrantSet, type SetTerms } from '@tradepost/sealing/grant-layout';
import { checkGrants, isOldSet } from '@tradepost/sealing/grants';
import { SignedRequests } from '../signature/signed-requests';
import { ReceiverKeys } from './receiver-keys';
import { sealedOf } from './sealed.policy';

/** Grants that a sender's client created, and what they must match. */
interface GivenGrants {
  requestId: string;
  receiverUserId: string;
  expiresAt: Date;
  files: Pick<StoredFile, 'fileId' | 'sealed'>[];
  set: Pick<In<typeof requests.extend>, 'grants' | 'sig' | keyof SetTerms>;
}

/** Verifies grants, which give the receiver access to sealed files. Only the receiver can open them. */
@Injectable()
export class Grants {
  constructor(
    private readonly keys: ReceiverKeys,
    private readonly signatures: SignedRequests,
  ) {}

  /**
   * @param signed the request as its receiver signed it; it must name all of the files in these versions
   * @returns the grants to store with the transfer; null when none of the files is sealed
   * @throws AppError OWNER_KEYS_REQUIRED, E2E_GRANTS_REQUIRED, RECEIVER_KEY_MISSING, REQUEST_UNSIGNED, GRANTS_INVALID
   */
  async ofRequest(given: GivenGrants, signed: SignedRequest | null, actor: UserActor): Promise<TransferGrants | null> {
    const set = givenSet(given, actor);
    if (!set) return null;
    const parties = await this.parties(given, actor);
    const { requestId, receiverUserId, files } = given;
    const request = await this.signatures.current({ id: requestId, receiverUserId }, signed, files, actor);
    if (!signed || !request) throw new AppError('REQUEST_UNSIGNED');
    return { ...(await this.verified(given, set, parties, request.hash)), request: signed };
  }

  /**
   * @param before the present grants of the transfer
   * @returns as `ofRequest`
   * @throws AppError OWNER_KEYS_REQUIRED, E2E_GRANTS_REQUIRED, RECEIVER_KEY_MISSING, REQUEST_OF_OLD_KEYS, GRANTS_INVALID
   */
  async ofExtension(
    given: GivenGrants,
    before: TransferGrants | null,
    actor: UserActor,
  ): Promise<TransferGrants | null> {
    const set = givenSet(given, actor);
    if (!set) return null;
    const parties = await this.parties(given, actor);
    const signed = before?.request;
    if (!signed) return this.verified(given, set, parties, zeros32());
    const { requestId, receiverUserId, files } = given;
    const request = await this.signatures.current({ id: requestId, receiverUserId }, signed, files, actor);
    if (!request) throw new AppError('REQUEST_OF_OLD_KEYS');
    return { ...(await this.verified(given, set, parties, request.hash)), request: signed };
  }

  private async parties({ receiverUserId }: GivenGrants, actor: UserActor) {
    const [recipient, sender] = await Promise.all([
      this.keys.fetch(receiverUserId, actor),
      this.keys.fetch(accountOf(actor).userId, actor),
    ]);
    if (!recipient.bundle || recipient.verified?.address === null) throw new AppError('RECEIVER_KEY_MISSING');
    if (!sender.bundle || !sender.verified || !recipient.verified) throw new AppError('GRANTS_INVALID');
    return { sender: sender.verified, recipient: recipient.verified, senderBundle: sender.bundle };
  }

  private async verified(
    { requestId, receiverUserId, expiresAt, files }: GivenGrants,
    set: GrantSet & SetTerms,
    { sender, recipient, senderBundle }: Awaited<ReturnType<Grants['parties']>>,
    requestHash: Uint8Array<ArrayBuffer>,
  ): Promise<TransferGrants> {
    if (isOldSet(set, recipient)) throw new AppError('GRANTS_INVALID');
    const expiryMs = expiresAt.getTime();
    await checkGrants(
      set,
      { requestId, requestHash, sender, recipient, expiryMs, files: sealedOf(files) },
      Date.now(),
    ).catch(rejectInvalid(requestId));
    return { requestId, senderId: sender.userId, sender: senderBundle, recipientId: receiverUserId, expiryMs, ...set };
  }

  /** The grants with their sender's keys as stated with an address since; unchanged if the sender has other keys by now. */
  async withStatedSender(grants: TransferGrants | null, actor: UserActor): Promise<TransferGrants | null> {
    if (!grants || grants.sender.address !== undefined) return grants;
    const current = await this.keys.fetch(grants.senderId, actor).catch(nullIfGone);
    if (!current?.bundle || !current.verified) return grants;
    const isSame = toBase64url(current.verified.pairId) === (await pairIdOf(grants.senderId, grants.sender));
    return isSame ? { ...grants, sender: current.bundle } : grants;
  }
}

/** @returns null when none of the files is sealed @throws AppError OWNER_KEYS_REQUIRED, E2E_GRANTS_REQUIRED, GRANTS_INVALID */
function givenSet({ files, set }: GivenGrants, actor: UserActor): (GrantSet & SetTerms) | null {
  const { grants = [], sig, timeMs, ledgerHead, checkpoint } = set;
  const isSealed = sealedOf(files).length > 0;
  if (isSealed) assertHasKeys(actor);
  if (!isSealed && grants.length === 0 && !sig) return null;
  if (!isSealed) throw new AppError('GRANTS_INVALID', { message: 'None of these files is end-to-end encrypted' });
  if (grants.length === 0 || !sig) throw new AppError('E2E_GRANTS_REQUIRED');
  if (timeMs === undefined || !ledgerHead || checkpoint === undefined) throw new AppError('GRANTS_INVALID');
  return { grants, sig, timeMs, ledgerHead, checkpoint };
}

const pairIdOf = async (userId: string, bundle: PublicBundle) =>
  toBase64url((await verifyBundle(userId, bundle)).pairId);

/** The account of the sender was deleted. */
function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
  throw error;
}

const rejectInvalid = (requestId: string) => (error: unknown) => {
  if (!(error instanceof SealingError)) throw error;
  log.info({ requestId, problem: error.problem }, 'rejected invalid grants');
  throw new AppError('GRANTS_INVALID');
};
