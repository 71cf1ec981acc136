import { Controller, Inject } from '@nestjs/common';
import type { Payload } from '@tradepost/contracts/define';
import { liveUpdates, notifications, type MembersWith } from '@tradepost/contracts/live-updates';
import { assignmentEvents, requestEvents } from '@tradepost/contracts/requests';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { On, type EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { CONFIG, type NotificationConfig } from '../config';
import { KnownAbsencesRepository } from '../absence/absences.repository';
import { Notifier } from '../feed/notifier';

interface Received {
  receiverUserId: string;
  receiverCompanyId: string | null;
  requestedBy?: string | null;
}

/** The person who made the request for the receiver, if it was a member who still receives. */
const requesterOf = ({ receiverCompanyId, requestedBy }: Received): MembersWith[] =>
  receiverCompanyId && requestedBy
    ? [{ membersOf: { companyId: receiverCompanyId }, may: 'receive', only: requestedBy }]
    : [];

const receiversOf = (request: Received) => [{ userId: request.receiverUserId }, ...requesterOf(request)];

/** Notifies both sides of requests and transfers. The requests service enqueues mails with transfer links itself, because links are secrets. */
@Controller()
export class RequestNotificationsHandler {
  constructor(
    private readonly notifier: Notifier,
    private readonly absences: KnownAbsencesRepository,
    @Inject(CONFIG) private readonly config: NotificationConfig,
  ) {}

  @On(requestEvents.created)
  async created(request: Payload<typeof requestEvents.created>, meta: EventMeta, tx: Tx) {
    const { requestId, companyId, companyName, receiverEmail, fileNames, approvalsNeeded = 0 } = request;
    const waits = approvalsNeeded > 0;
    const members: MembersWith = {
      membersOf: { companyId },
      may: waits ? 'approve' : 'requests',
      except: [request.receiverUserId, request.requestedBy],
    };
    const data = { companyName, receiverEmail, fileNames, link: this.link(`/requests/${requestId}`) };
    await this.notifier.notify(tx, notifications.requestCreated, [{ companyId }, members], {
      requestId,
      receiverEmail,
      files: fileNames.length,
    });
    await this.notifier.mail(tx, meta, { template: 'request-created', to: { companyId }, data });
    await this.notifier.mail(tx, meta, { template: waits ? 'approval-needed' : 'request-created', to: members, data });
  }

  @On(requestEvents.signed)
  async keyArrived(request: Payload<typeof requestEvents.signed>, meta: EventMeta, tx: Tx) {
    const { requestId, companyId, receiverEmail } = request;
    const readers = [{ companyId }, ...(await this.takersOf(tx, request, meta))];
    await this.notifier.notify(tx, notifications.requestKeyArrived, readers, { requestId, receiverEmail });
  }

  @On(requestEvents.approved)
  async approved(request: Payload<typeof requestEvents.approved>, meta: EventMeta, tx: Tx) {
    const { requestId, companyId, receiverEmail } = request;
    const { actor } = meta;
    const by = actor?.email ?? '';
    const members: MembersWith = { membersOf: { companyId }, may: 'requests', except: [actor?.userId] };
    const data = { requestId, receiverEmail, by };
    const readers = [{ companyId }, members, ...(await this.takersOf(tx, request, meta))];
    await this.notifier.notify(tx, notifications.requestApproved, readers, data);
  }

  /** For the person, unless they assigned it to themselves, and who stands in. The webhooks of the company get it in any case. */
  @On(requestEvents.assigned)
  async assigned(request: Payload<typeof requestEvents.assigned>, meta: EventMeta, tx: Tx) {
    const { requestId, companyId, companyName, receiverEmail, fileNames, assigneeId, assigneeEmail: email } = request;
    const by = meta.actor?.email ?? '';
    const isOwn = meta.actor?.userId === assigneeId;
    const assignee = request.toOwner
      ? { companyId }
      : { membersOf: { companyId }, may: 'approve' as const, only: assigneeId };
    const alsoPushed = isOwn || !request.toOwner ? [{ companyId }] : [];
    const data = { requestId, receiverEmail, by, assigneeId, email };
    await this.notifier.notify(tx, notifications.requestAssigned, isOwn ? [] : [assignee], data, { alsoPushed });
    const standIn = await this.absences.standInOf(tx, { companyId, userId: assigneeId });
    const link = this.link(`/requests/${requestId}`);
    const mailed = { companyName, receiverEmail, by, fileNames, link };
    if (!isOwn) await this.notifier.mail(tx, meta, { template: 'request-assigned', to: assignee, data: mailed });
    if (!standIn) return;
    const { recipient: to, until } = standIn;
    await this.notifier.notify(tx, notifications.requestStandIn, [to], { requestId, receiverEmail, email, until });
    await this.notifier.mail(tx, meta, { template: 'request-stand-in', to, data: { ...mailed, email, until } });
  }

  @On(requestEvents.unassigned)
  @On(assignmentEvents.ended)
  async assignmentsChanged({ companyId }: { companyId: string }, _meta: EventMeta, tx: Tx) {
    await this.notifier.push(tx, liveUpdates.assignmentsChanged, [{ companyId }], { companyId });
  }

  @On(requestEvents.approvalsRemoved)
  async approvalsRemoved(request: Payload<typeof requestEvents.approvalsRemoved>, meta: EventMeta, tx: Tx) {
    const { requestId, companyId, companyName, receiverEmail, fileNames } = request;
    const members: MembersWith = {
      membersOf: { companyId },
      may: 'approve',
      except: [request.receiverUserId, request.requestedBy],
    };
    const data = { requestId, receiverEmail };
    const readers = [{ companyId }, members, ...(await this.takersOf(tx, request, meta))];
    await this.notifier.notify(tx, notifications.requestApprovalsRemoved, readers, data);
    const link = this.link(`/requests/${requestId}`);
    await this.notifier.mail(tx, meta, {
      template: 'approval-needed',
      to: members,
      data: { companyName, receiverEmail, fileNames, link },
    });
  }

  /** For the people of the company who may answer, and for the receiver unless it is internal; not for its author. */
  @On(requestEvents.commented)
  async commented(request: Payload<typeof requestEvents.commented>, meta: EventMeta, tx: Tx) {
    const { actor } = meta;
    const { requestId, companyId, receiverUserId, side, internal, byOwner } = request;
    const readers = [
      ...(byOwner ? [] : [{ companyId }]),
      { membersOf: { companyId }, may: 'comment' as const, except: [actor?.userId] },
      ...(await this.takersOf(tx, request, meta)),
      ...(internal || side === 'receiver' ? [] : [{ userId: receiverUserId }, ...requesterOf(request)]),
    ];
    await this.notifier.notify(tx, notifications.requestCommented, readers, { requestId, by: actor?.email ?? '' });
  }

  @On(requestEvents.withdrawn)
  async withdrawn(request: Payload<typeof requestEvents.withdrawn>, meta: EventMeta, tx: Tx) {
    const { requestId, companyId, receiverEmail } = request;
    const members = { membersOf: { companyId }, may: 'approve' as const };
    const readers = [{ companyId }, members, ...(await this.takersOf(tx, request, meta))];
    await this.notifier.notify(tx, notifications.requestWithdrawn, readers, { requestId, receiverEmail });
  }

  @On(requestEvents.accepted)
  async accepted(request: Payload<typeof requestEvents.accepted>, meta: EventMeta, tx: Tx) {
    const { requestId, companyName, fileNames, expiry } = request;
    await this.notifier.notify(tx, notifications.requestAccepted, receiversOf(request), {
      requestId,
      companyName,
      expiry,
    });
    const link = this.link(`/transfers/${requestId}`);
    for (const to of requesterOf(request))
      await this.notifier.mail(tx, meta, {
        template: 'request-accepted',
        to,
        data: { companyName, fileNames, link, expiry },
      });
  }

  @On(requestEvents.rejected)
  async rejected(request: Payload<typeof requestEvents.rejected>, meta: EventMeta, tx: Tx) {
    const { requestId, companyName, receiverEmail, fileNames, reason } = request;
    await this.notifier.notify(tx, notifications.requestRejected, receiversOf(request), {
      requestId,
      companyName,
      reason,
    });
    const data = { companyName, fileNames, reason, link: this.link(`/requests/${requestId}`) };
    for (const to of [receiverEmail, ...requesterOf(request)])
      await this.notifier.mail(tx, meta, { template: 'request-rejected', to, data });
  }

  @On(requestEvents.archiveReady)
  async archiveReady(request: Payload<typeof requestEvents.archiveReady>, _meta: EventMeta, tx: Tx) {
    const { requestId, companyId, companyName, size } = request;
    await this.notifier.notify(
      tx,
      notifications.archiveReady,
      receiversOf(request),
      { requestId, companyName, size },
      { alsoPushed: [{ companyId }] },
    );
  }

  @On(requestEvents.revoked)
  async revoked(request: Payload<typeof requestEvents.revoked>, _meta: EventMeta, tx: Tx) {
    const { requestId, companyName, reason } = request;
    await this.notifier.notify(tx, notifications.transferChanged, receiversOf(request), {
      requestId,
      companyName,
      change: 'revoked',
      reason,
    });
  }

  @On(requestEvents.extended)
  async extended(request: Payload<typeof requestEvents.extended>, _meta: EventMeta, tx: Tx) {
    const { requestId, companyName, expiry } = request;
    await this.notifier.notify(tx, notifications.transferChanged, receiversOf(request), {
      requestId,
      companyName,
      change: 'extended',
      expiry,
    });
  }

  @On(requestEvents.expiringSoon)
  async expiringSoon(request: Payload<typeof requestEvents.expiringSoon>, _meta: EventMeta, tx: Tx) {
    const { requestId, companyName, expiry } = request;
    await this.notifier.notify(tx, notifications.transferExpiring, receiversOf(request), {
      requestId,
      companyName,
      expiry,
    });
  }

  @On(requestEvents.firstDownloaded)
  async firstDownloaded(request: Payload<typeof requestEvents.firstDownloaded>, meta: EventMeta, tx: Tx) {
    const { requestId, companyId, receiverEmail, fileNames } = request;
    const readers = [{ companyId }, ...(await this.takersOf(tx, request, meta))];
    await this.notifier.notify(tx, notifications.transferDownloaded, readers, { requestId, receiverEmail });
    const data = { receiverEmail, fileNames, link: this.link(`/transfers/${requestId}`) };
    for (const to of readers) await this.notifier.mail(tx, meta, { template: 'first-download', to, data });
  }

  /** The member that the request is assigned to, and who stands in for an absent one: except the person who caused the event. */
  private async takersOf(
    tx: Tx,
    { companyId, assigneeId }: { companyId: string; assigneeId?: string | null },
    { actor }: EventMeta,
  ): Promise<({ companyId: string } | MembersWith)[]> {
    if (!assigneeId) return [];
    const standIn = await this.absences.standInOf(tx, { companyId, userId: assigneeId });
    const assignee: MembersWith = {
      membersOf: { companyId },
      may: 'approve',
      only: assigneeId,
      except: [actor?.userId],
    };
    return standIn && standIn.delegateId !== actor?.userId ? [assignee, standIn.recipient] : [assignee];
  }

  private link(path: string): string {
    return `${this.config.ORIGIN}${path}`;
  }
}
