import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In, Out, Payload } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identityEvents } from '@tradepost/contracts/identity';
import { requests } from '@tradepost/contracts/requests';
import type { OwnSealedFile } from '@tradepost/contracts/sealed';
import { storage } from '@tradepost/contracts/storage';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Handle, On, type EventMeta } from '@tradepost/service-kit/decorators';
import { Rpc } from '@tradepost/service-kit/rpc';
import { Manifests } from './manifests';
import { ReceiverKeys } from './receiver-keys';
import type { RequestRow } from './request.entity';
import { assertPending, companyOf, inOrder } from './request.policy';
import { RequestsRepository } from './requests.repository';
import { sealedOf } from './sealed.policy';
import { assertMay, isSender } from './transfer.policy';
import { TransfersRepository } from './transfers.repository';

/** What browsers need to give, and to check, access to sealed files. */
@Injectable()
export class SealingHandler {
  constructor(
    private readonly db: Db,
    private readonly requests: RequestsRepository,
    private readonly transfers: TransfersRepository,
    private readonly keys: ReceiverKeys,
    private readonly manifests: Manifests,
    private readonly rpc: Rpc,
  ) {}

  @Handle(requests.toSeal)
  async toSeal({ id, transferId }: In<typeof requests.toSeal>, actor: UserActor): Promise<Out<typeof requests.toSeal>> {
    const { request, files } = transferId ? await this.ofTransfer(transferId, actor) : await this.ofRequest(id!, actor);
    const { email, bundle } = await this.keys.ask(request.receiverUserId, actor);
    return {
      requestId: request.id,
      senderId: actor.userId,
      receiver: { userId: request.receiverUserId, email, bundle },
      files,
    };
  }

  @Handle(requests.manifestKey)
  manifestKey(_: In<typeof requests.manifestKey>) {
    return Promise.resolve({ keys: this.manifests.publicKeys });
  }

  @On(identityEvents.keysPublished)
  async keysPublished(
    { userId, epoch, keyId }: Payload<typeof identityEvents.keysPublished>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.keys.learn(tx, { userId, epoch, keyId });
  }

  /** The versions that are current: those that an acceptance would hold. What was sealed since it was asked for is noted. */
  private async ofRequest(id: string, actor: UserActor): Promise<{ request: RequestRow; files: OwnSealedFile[] }> {
    const asked = await this.requests.owned(id, companyOf(actor));
    assertPending(asked.request.status);
    const fileIds = asked.files.map(({ fileId }) => fileId);
    const { files } = await this.rpc.call(storage.ownFiles, { fileIds }, actor);
    await this.db.transaction((tx) => this.requests.noteModes(tx, asked, files));
    return { request: asked.request, files: sealedOf(inOrder(fileIds, files)) };
  }

  private async ofTransfer(id: string, actor: UserActor): Promise<{ request: RequestRow; files: OwnSealedFile[] }> {
    const transfer = await this.transfers.get(id);
    if (!isSender(actor, transfer.request)) throw new AppError('NOT_FOUND');
    assertMay('extend', transfer, new Date());
    return { request: transfer.request, files: sealedOf(await this.transfers.files(id)) };
  }
}
