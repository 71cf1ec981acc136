import { Controller } from '@nestjs/common';
import { assertHasKeys, companyOf, type UserActor } from '@tradepost/contracts/actor';
import { accountOf } from '@tradepost/contracts/roles';
import type { In, Out, Payload } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identityEvents } from '@tradepost/contracts/identity';
import { requests } from '@tradepost/contracts/requests';
import type { OwnSealedFile, SignedRequest, TransferGrants } from '@tradepost/contracts/encryption/sealed';
import { storage } from '@tradepost/contracts/storage';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle, On, type EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { ManifestSigner } from '../archive/manifest-signer';
import { SignedRequests } from '../signature/signed-requests';
import { ReceiverKeys } from './receiver-keys';
import type { RequestRow } from '../request/request.entity';
import { assertPending, inOrder } from '../request/request.policy';
import { RequestsRepository } from '../request/requests.repository';
import { sealedOf } from './sealed.policy';
import { assertMay, isSender } from '../transfer/transfer.policy';
import { TransfersRepository } from '../transfer/transfers.repository';

/** Sealed files of a request or transfer. `granted`: the transfer's present grants. */
interface Sealed {
  request: RequestRow;
  files: OwnSealedFile[];
  granted: TransferGrants | null;
  signed: SignedRequest | null;
}

/** Data that browsers need to create grants for sealed files and to verify manifests. */
@Controller()
export class SealingHandler {
  constructor(
    private readonly db: Db,
    private readonly requests: RequestsRepository,
    private readonly transfers: TransfersRepository,
    private readonly keys: ReceiverKeys,
    private readonly signatures: SignedRequests,
    private readonly manifests: ManifestSigner,
    private readonly rpc: Rpc,
  ) {}

  @Handle(requests.sealingTargets)
  async toSeal(
    { id, transferId }: In<typeof requests.sealingTargets>,
    actor: UserActor,
  ): Promise<Out<typeof requests.sealingTargets>> {
    const { request, files, granted, signed } = transferId
      ? await this.ofTransfer(transferId, actor)
      : await this.ofRequest(id!, actor);
    if (files.length > 0) assertHasKeys(actor);
    const { email, bundle } = await this.keys.fetch(request.receiverUserId, actor);
    return {
      requestId: request.id,
      senderId: accountOf(actor).userId,
      receiver: { userId: request.receiverUserId, email, bundle },
      files,
      granted,
      signed,
    };
  }

  @Handle(requests.manifestKey)
  manifestKey(_: In<typeof requests.manifestKey>) {
    return Promise.resolve({ keys: this.manifests.publicKeys });
  }

  @On(identityEvents.keysPublished)
  async keysPublished(
    { userId, epoch, keyId, former = [] }: Payload<typeof identityEvents.keysPublished>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.keys.record(tx, { userId, epoch, keyId, pairId: null, former });
  }

  /**
   * The current versions, which an acceptance would hold. Also records files that were sealed since the request, and forgets a
   * signature that is not for these versions and the current keys.
   */
  private async ofRequest(id: string, actor: UserActor): Promise<Sealed> {
    const requested = await this.requests.owned(id, companyOf(actor).companyId);
    assertPending(requested.request.status);
    const fileIds = requested.files.map(({ fileId }) => fileId);
    const { files } = await this.rpc.call(storage.ownFiles, { fileIds }, actor);
    const stored = await this.requests.signatureOf(id);
    const isCurrent = (await this.signatures.current(requested.request, stored, files, actor)) !== null;
    const sealed = sealedOf(inOrder(fileIds, files));
    await this.db.transaction(async (tx) => {
      await this.requests.updateModes(tx, requested, files);
      if (stored && !isCurrent && sealed.length > 0) await this.requests.forgetSignature(tx, id, stored);
    });
    return { request: requested.request, files: sealed, granted: null, signed: isCurrent ? stored : null };
  }

  private async ofTransfer(id: string, actor: UserActor): Promise<Sealed> {
    const transfer = await this.transfers.get(id);
    if (!isSender(actor, transfer.request)) throw new AppError('NOT_FOUND');
    assertMay('extend', transfer, new Date());
    return {
      request: transfer.request,
      files: sealedOf(await this.transfers.files(id)),
      granted: transfer.grants,
      signed: null,
    };
  }
}
