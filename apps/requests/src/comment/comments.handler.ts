import { Controller } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { requestEvents, requests, type RequestComment } from '@tradepost/contracts/requests';
import { isOwner } from '@tradepost/contracts/roles';
import { Db } from '@tradepost/service-kit/database/database';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { v7 as uuidv7 } from 'uuid';
import { Partnerships } from '../partnership/partnerships';
import { refOf, sideOf } from '../request/request.view';
import { RequestsRepository } from '../request/requests.repository';
import type { CommentRow } from './comment.entity';
import { CommentsRepository } from './comments.repository';

const pageSize = 200;

/** What both parties write about a request, and what the people of the sender's company write for themselves. */
@Controller()
export class CommentsHandler {
  constructor(
    private readonly db: Db,
    private readonly requests: RequestsRepository,
    private readonly repository: CommentsRepository,
    private readonly partnerships: Partnerships,
    private readonly governor: Governor,
    private readonly outbox: Outbox,
  ) {}

  @Handle(requests.comments)
  async comments({ id, before }: In<typeof requests.comments>, actor: UserActor) {
    const { request } = await this.requests.ofParty(id, actor);
    const which = sideOf(request, actor) === 'sender' ? {} : { internal: false as const };
    const { rows, hasOlder } = await this.repository.ofRequest(request.id, { ...which, before });
    return { comments: rows.map(view), next: hasOlder ? (rows[0]?.id ?? null) : null };
  }

  @Handle(requests.comment)
  comment({ id, text, internal }: In<typeof requests.comment>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      // locked: a receiver may withdraw the request at this moment
      const { request, files } = await this.requests.lockOfParty(tx, id, actor);
      const side = sideOf(request, actor);
      if (internal && side === 'receiver')
        throw new AppError('NOT_ALLOWED', {
          message: 'Only the company that the request was sent to has internal comments',
        });
      // internal ones do not reach the former partner
      if (!internal)
        await this.partnerships.assertNotEnded(
          tx,
          request.receiverUserId,
          new Map([[request.senderCompanyId, request.partnershipVersion]]),
        );
      await this.governor.take(tx, [{ limit: 'comments', key: actor.userId }]);
      const written = { side, internal, text, createdAt: new Date() };
      const comment = { id: uuidv7(), requestId: id, authorId: actor.userId, email: actor.email, ...written };
      await this.repository.insert(tx, comment);
      const byOwner = side === 'sender' && isOwner(actor);
      await this.outbox.event(
        tx,
        requestEvents.commented,
        { ...refOf(request, files), side, internal, byOwner },
        actor,
      );
      return { comment: view(comment) };
    });
  }

  @Handle(requests.ownComments)
  async ownComments({ page }: In<typeof requests.ownComments>, actor: UserActor) {
    const [rows, total] = await this.repository.byAuthor(actor.userId, page, pageSize);
    return { items: rows.map(view), total, page, pageSize };
  }
}

const view = ({
  id,
  requestId,
  side,
  email,
  internal,
  text,
  createdAt,
}: Omit<CommentRow, 'request'>): RequestComment => ({
  id,
  requestId,
  side,
  email,
  internal,
  text,
  at: createdAt.toISOString(),
});
