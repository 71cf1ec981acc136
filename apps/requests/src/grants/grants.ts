import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { Grant, OwnSealedFile, PublicBundle, TransferGrants } from '@tradepost/contracts/encryption/sealed';
import { log } from '@tradepost/service-kit/observability/logging';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { verifyBundle } from '@tradepost/sealing/keys/bundle';
import { checkGrants, isOldSet } from '@tradepost/sealing/grants';
import { ReceiverKeys } from './receiver-keys';
import { sealedOf } from './sealed.policy';

/** Grants that a sender's browser created, and what they must match. */
interface GivenGrants {
  requestId: string;
  receiverUserId: string;
  expiresAt: Date;
  files: { sealed: OwnSealedFile | null }[];
  grants: Grant[] | undefined;
  sig: string | undefined;
}

/** Verifies grants, which give the receiver access to sealed files. Only the receiver can open them. */
@Injectable()
export class Grants {
  constructor(private readonly keys: ReceiverKeys) {}

  /**
   * @returns the grants to store with the transfer; null when none of the files is sealed
   * @throws AppError E2E_GRANTS_REQUIRED, RECEIVER_KEY_MISSING, GRANTS_INVALID
   */
  async verify(
    { requestId, receiverUserId, expiresAt, files, grants = [], sig }: GivenGrants,
    actor: UserActor,
  ): Promise<TransferGrants | null> {
    const sealed = sealedOf(files);
    if (sealed.length === 0 && grants.length === 0 && !sig) return null;
    if (sealed.length === 0)
      throw new AppError('GRANTS_INVALID', { message: 'None of these files is end-to-end encrypted' });
    if (grants.length === 0 || !sig) throw new AppError('E2E_GRANTS_REQUIRED');
    const [recipient, sender] = await Promise.all([
      this.keys.fetch(receiverUserId, actor),
      this.keys.fetch(actor.userId, actor),
    ]);
    if (!recipient.bundle || recipient.verified?.address === null) throw new AppError('RECEIVER_KEY_MISSING');
    if (!sender.bundle || !sender.verified || !recipient.verified) throw new AppError('GRANTS_INVALID');
    if (isOldSet({ grants }, recipient.verified)) throw new AppError('GRANTS_INVALID');
    const expiryMs = expiresAt.getTime();
    await checkGrants(
      { grants, sig },
      { requestId, sender: sender.verified, recipient: recipient.verified, expiryMs, files: sealed },
      Date.now(),
    ).catch(rejectInvalid(requestId));
    return {
      requestId,
      senderId: actor.userId,
      sender: sender.bundle,
      recipientId: receiverUserId,
      expiryMs,
      grants,
      sig,
    };
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
