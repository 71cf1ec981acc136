import { Controller } from '@nestjs/common';
import { assertHasKeys, companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In, Out } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { requestEvents, requests } from '@tradepost/contracts/requests';
import { accountOf } from '@tradepost/contracts/roles';
import { storage } from '@tradepost/contracts/storage';
import { Db } from '@tradepost/service-kit/database/database';
import { thatFit } from '@tradepost/service-kit/messaging/answer-room';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { validate as isUuid } from 'uuid';
import { ReceiverKeys } from '../grants/receiver-keys';
import { NewSignatures } from '../signature/new-signatures';
import { Partnerships } from '../partnership/partnerships';
import { assertMayBecome, assertPending, byCompany, inOrder } from './request.policy';
import { receiverView, refOf, senderView, type RequestWithFiles } from './request.view';
import { ListedFilesRepository } from './listed-files.repository';
import type { RequestRow } from './request.entity';
import { RequestListsRepository, type ListQuery } from './request-lists.repository';
import { RequestsRepository, type Side, type RequestedFile } from './requests.repository';
import { modeOfFile } from '../grants/sealed.policy';

/** Creates, lists, withdraws and rejects requests. */
@Controller()
export class RequestsHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: RequestsRepository,
    private readonly lists: RequestListsRepository,
    private readonly listedFiles: ListedFilesRepository,
    private readonly keys: ReceiverKeys,
    private readonly newSignatures: NewSignatures,
    private readonly partnerships: Partnerships,
    private readonly outbox: Outbox,
    private readonly rpc: Rpc,
  ) {}

  @Handle(requests.create)
  async create({ files, note, intendedUse, signed }: In<typeof requests.create>, actor: UserActor) {
    const fileIds = [...new Set(files.map(({ id }) => id))];
    const receiver = accountOf(actor);
    const visible = await this.rpc.call(storage.visibleFiles, { fileIds }, actor);
    if (visible.files.some(({ sealed }) => sealed)) {
      assertHasKeys(actor);
      if (!(await this.keys.current(receiver.userId))) await this.keys.fetch(receiver.userId, actor);
    }
    const companyIds = [...new Set(visible.files.map(({ companyId }) => companyId))];
    const partnerships = await this.partnerships.require(companyIds, actor);
    const signatures = await this.newSignatures.verify(signed ?? [], visible.files, { note, intendedUse }, actor);
    return this.db.transaction(async (tx) => {
      await this.repository.lockReceiver(tx, receiver.userId);
      await this.partnerships.assertNotEnded(tx, receiver.userId, partnerships);
      const alreadyPending = await this.repository.alreadyPending(tx, receiver.userId, fileIds);
      const requested = inOrder(fileIds, visible.files)
        .filter(({ fileId }) => !alreadyPending.includes(fileId))
        .map((file): RequestedFile => ({ ...file, mode: modeOfFile(file) }));
      const created: RequestWithFiles[] = [];
      for (const filesOfCompany of byCompany(requested)) {
        const one = await this.repository.insert(
          tx,
          filesOfCompany as [RequestedFile, ...RequestedFile[]],
          { note, intendedUse },
          actor,
          partnerships,
          signatures.of(filesOfCompany),
        );
        const { approvalsNeeded } = one.request;
        const asked = { ...refOf(one.request, one.files), approvalsNeeded };
        await this.outbox.event(tx, requestEvents.created, asked, actor);
        created.push(one);
      }
      const message = created.length > 0 ? 'Your request has been sent' : 'You have already requested these files';
      return { message, requests: created.map(receiverView), alreadyPending };
    });
  }

  @Handle(requests.ofCompany)
  ofCompany({ assignee, ...query }: In<typeof requests.ofCompany>, actor: UserActor) {
    const assigneeId = assignee === 'none' ? null : assignee === 'me' ? actor.userId : assignee || undefined;
    return this.list({ senderCompanyId: companyOf(actor).companyId }, { ...query, assigneeId }, senderView);
  }

  @Handle(requests.mine)
  mine(query: In<typeof requests.mine>, actor: UserActor) {
    return this.list({ receiverUserId: accountOf(actor).userId }, query, receiverView);
  }

  @Handle(requests.withdraw)
  withdraw({ id }: In<typeof requests.withdraw>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const { request, files } = await this.repository.lockRequestedBy(tx, id, accountOf(actor).userId);
      assertPending(request.status);
      await this.repository.remove(tx, request);
      await this.outbox.event(tx, requestEvents.withdrawn, refOf(request, files), actor);
      return { message: 'Your request was withdrawn' };
    });
  }

  @Handle(requests.reject)
  async reject({ id, reason }: In<typeof requests.reject>, actor: UserActor) {
    return { request: senderView(await this.rejectOne(id, reason, actor)) };
  }

  /** Each in its own transaction: a request that is already decided does not stop the others. */
  @Handle(requests.rejectMany)
  async rejectMany({ ids, reason }: In<typeof requests.rejectMany>, actor: UserActor) {
    const rejected: RequestRow[] = [];
    const failed: Out<typeof requests.rejectMany>['failed'] = [];
    for (const id of new Set(ids)) {
      try {
        rejected.push((await this.rejectOne(id, reason, actor)).request);
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        failed.push({ id, code: error.code, message: error.message });
      }
    }
    return { rejected: (await this.listedFiles.with(rejected)).map(senderView), failed };
  }

  private rejectOne(id: string, reason: string | undefined, actor: UserActor) {
    if (!isUuid(id)) throw new AppError('NOT_FOUND');
    return this.db.transaction(async (tx) => {
      const found = await this.repository.lockOwned(tx, id, companyOf(actor).companyId);
      assertMayBecome(found.request.status, 'rejected');
      await this.repository.decide(tx, found.request, 'rejected', reason || null);
      await this.outbox.event(
        tx,
        requestEvents.rejected,
        { ...refOf(found.request, found.files), reason: found.request.reason },
        actor,
      );
      return found;
    });
  }

  private async list(side: Side, query: ListQuery, toView: typeof senderView) {
    const { items, total } = await this.lists.list(side, query);
    const views = items.map(toView);
    return query.page ? { items: views, total, page: query.page, pageSize: query.pageSize } : thatFit(views);
  }
}
