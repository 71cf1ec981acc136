import { Controller } from '@nestjs/common';
import { assertHasKeys, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { requestEvents, requests, type SigningTarget } from '@tradepost/contracts/requests';
import { accountOf } from '@tradepost/contracts/roles';
import { storage, type StoredFile } from '@tradepost/contracts/storage';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { ApprovalsRepository } from '../approval/approvals.repository';
import { ReceiverKeys } from '../grants/receiver-keys';
import { assertPending, byCompany, inOrder } from '../request/request.policy';
import { receiverView, refOf, type RequestWithFiles } from '../request/request.view';
import { RequestsRepository, type RequestText } from '../request/requests.repository';
import { contentOf, ownerOf, requestedRef } from './signed-request.policy';
import { SignedRequests } from './signed-requests';

/** Lets a receiver's client sign requests for sealed files: new ones, and pending ones that are not signed as they are now. */
@Controller()
export class SigningHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: RequestsRepository,
    private readonly keys: ReceiverKeys,
    private readonly approvals: ApprovalsRepository,
    private readonly signatures: SignedRequests,
    private readonly outbox: Outbox,
    private readonly rpc: Rpc,
  ) {}

  @Handle(requests.toSign)
  async toSign({ id, fileIds }: In<typeof requests.toSign>, actor: UserActor): Promise<{ requests: SigningTarget[] }> {
    if (id) {
      const { request, files } = await this.pending(id, actor);
      return { requests: await this.targets(files, { requestId: request.id, texts: request }, actor) };
    }
    const receiver = accountOf(actor);
    const wanted = [...new Set(fileIds)];
    const { files } = await this.rpc.call(storage.visibleFiles, { fileIds: wanted }, actor);
    const alreadyPending = await this.repository.alreadyPending(this.db.read, receiver.userId, wanted);
    const open = inOrder(wanted, files).filter(({ fileId }) => !alreadyPending.includes(fileId));
    const groups = byCompany(open).map((group) => this.targets(group, { requestId: null, texts: {} }, actor));
    return { requests: (await Promise.all(groups)).flat() };
  }

  @Handle(requests.sign)
  async sign({ id, statement, sig }: In<typeof requests.sign>, actor: UserActor) {
    assertHasKeys(actor);
    const { request: asked, files } = await this.pending(id, actor);
    const signed = { statement, sig };
    const stated = await this.signatures.verify(signed, { files, texts: asked }, actor);
    if (stated.requestId !== asked.id) throw new AppError('REQUEST_SIGNATURE_INVALID');
    return this.db.transaction(async (tx) => {
      const found = await this.repository.lockRequestedBy(tx, id, accountOf(actor).userId);
      assertPending(found.request.status);
      await this.repository.updateModes(tx, found, files);
      const isFirst = found.request.signedAt === null;
      const content = contentOf(stated);
      const isSame = found.request.signedContent === content;
      await this.repository.saveSignature(tx, found.request, signed, content);
      if (!isSame) await this.removeApprovals(tx, found, actor);
      if (isFirst) await this.outbox.event(tx, requestEvents.signed, refOf(found.request, found.files), actor);
      return { request: receiverView(found) };
    });
  }

  /** They were for something else than what is signed now. */
  private async removeApprovals(tx: Tx, { request, files }: RequestWithFiles, actor: UserActor): Promise<void> {
    if (!(await this.approvals.forget(tx, request.id))) return;
    await this.repository.noteRemovedApprovals(tx, request);
    await this.outbox.event(tx, requestEvents.approvalsRemoved, refOf(request, files), actor);
  }

  /** The actor's own pending request with the present versions of its files. @throws AppError NOT_FOUND, REQUEST_NOT_PENDING, FILES_GONE */
  private async pending(
    id: string,
    actor: UserActor,
  ): Promise<{ request: RequestWithFiles['request']; files: StoredFile[] }> {
    const { request, files } = await this.repository.requestedBy(id, accountOf(actor).userId);
    assertPending(request.status);
    const fileIds = files.map(({ fileId }) => fileId);
    const visible = await this.rpc.call(storage.visibleFiles, { fileIds }, actor).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') throw new AppError('FILES_GONE');
      throw error;
    });
    return { request, files: inOrder(fileIds, visible.files) };
  }

  /** One target, or none if no file is sealed. */
  private async targets(
    files: StoredFile[],
    { requestId, texts }: { requestId: string | null; texts: RequestText },
    actor: UserActor,
  ): Promise<SigningTarget[]> {
    const owner = ownerOf(files);
    const [first] = files;
    if (!owner || !first) return [];
    assertHasKeys(actor);
    const { email, bundle } = await this.keys.fetch(owner, actor);
    return [
      {
        requestId,
        sender: { userId: owner, email, bundle },
        companyName: first.companyName,
        intendedUse: texts.intendedUse ?? null,
        note: texts.note ?? null,
        files: files.map((file) => {
          const { name, mimetype, size } = file;
          return { ...requestedRef(file), name, mimetype, size };
        }),
      },
    ];
  }
}
