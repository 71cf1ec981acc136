import type { RequestView, SigningTarget } from '@tradepost/contracts/requests';
import { SealingError } from '@tradepost/sealing/errors';
import { isContact, type Contact } from '@tradepost/sealing/keys/bundle';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { signRequest, type SignedRequest } from '@tradepost/sealing/request';
import type { ReceiverKnowledge } from './statement-terms';

/** What the receiver has chosen, or has seen of a pending request. The server adds nothing to it. */
export interface ChosenRequest {
  /** Of a pending request; null for a new one. */
  requestId: string | null;
  /** For a new request files of other senders as well. */
  fileIds: readonly string[];
  intendedUse: string;
  note: string;
  /** Address that the shown keys of the sender state; absent if none were shown. */
  senderAddress?: string;
}

/** What a shown pending request asks for. */
export const shownChoice = ({ id, fileIds, intendedUse, note }: RequestView): ChosenRequest => ({
  requestId: id,
  fileIds,
  intendedUse: intendedUse ?? '',
  note: note ?? '',
});

/**
 * Signs a request for the files of one sender: those that the receiver chose, in the versions and modes that the server names.
 * @param sender verified keys of the sender, equal to the pinned ones
 * @throws SealingError REQUEST_REFUSED for another request or sender, also than the one that was shown; REQUEST_SET_DIFFERS for files that were not chosen
 */
export async function signTarget(
  vault: Vault,
  target: SigningTarget,
  sender: Contact,
  { requestId, fileIds, intendedUse, note, senderAddress = sender.address }: ChosenRequest,
  { senderHead, checkpoint }: ReceiverKnowledge,
): Promise<SignedRequest> {
  if (target.requestId !== requestId || target.sender.userId !== sender.userId || !isContact(vault.own))
    throw new SealingError('REQUEST_REFUSED');
  if (sender.address !== senderAddress) throw new SealingError('REQUEST_REFUSED');
  const isPart = target.files.every(({ fileId }) => fileIds.includes(fileId));
  if (!isPart || (requestId !== null && target.files.length !== fileIds.length))
    throw new SealingError('REQUEST_SET_DIFFERS');
  return signRequest(
    {
      requestId: requestId ?? crypto.randomUUID(),
      timeMs: Date.now(),
      receiver: vault.own,
      sender,
      senderHead,
      intendedUse,
      note,
      checkpoint,
      files: target.files.map(({ fileId, version, mode }) => ({ fileId, version, mode })),
    },
    vault.signing.privateKey,
  );
}
