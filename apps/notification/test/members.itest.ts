import type { UserActor } from '@tradepost/contracts/actor';
import { identityEvents, memberListEvents } from '@tradepost/contracts/identity';
import { notification } from '@tradepost/contracts/notification';
import { requestEvents } from '@tradepost/contracts/requests';
import type { MemberRole } from '@tradepost/contracts/roles';
import { storageEvents } from '@tradepost/contracts/storage';
import type { ServiceUnderTest } from '@tradepost/testing/service-harness';
import { databaseWorkOf } from '@tradepost/testing/statements';
import { v7 as uuidv7 } from 'uuid';
import { following, people, requestOf, startNotification } from './fixture';
import { memberKit, memberOf, refOf } from './member-kit';

describe('members of a company', () => {
  let service: ServiceUnderTest;
  let sender: UserActor;
  let receiver: UserActor;

  beforeAll(async () => {
    service = await startNotification();
  });
  beforeEach(async () => {
    ({ sender, receiver } = await people(service));
  });
  afterAll(() => service.stop());

  const { join, typesOf } = memberKit(() => service);
  const ask = (asked: { approvalsNeeded?: number; requestedBy?: string } = {}) =>
    following(service, requestEvents.created, { ...requestOf(sender, receiver), ...asked });

  it('who may approve hear of a request that needs approvals, and the owner as before', async () => {
    const [manager, approver, uploader, auditor] = [
      await join(sender, 'manager'),
      await join(sender, 'approver'),
      await join(sender, 'uploader'),
      await join(sender, 'auditor'),
    ];
    const foreign = await join(receiver, 'approver');
    const { sent, mails } = await ask({ approvalsNeeded: 1 });
    expect(sent.toSorted()).toEqual(
      [
        `approval-needed ${manager.email}`,
        `approval-needed ${approver.email}`,
        `request-created ${sender.email}`,
      ].toSorted(),
    );
    expect(mails.find(({ to }) => to === approver.email)).toMatchObject({ memberOf: sender.companyId });
    for (const person of [sender, manager, approver]) expect(await typesOf(person)).toEqual(['request.created']);
    for (const person of [uploader, auditor, foreign]) expect(await typesOf(person)).toEqual([]);
  });

  it('who may accept hear of a request that needs no approvals', async () => {
    const [manager, approver] = [await join(sender, 'manager'), await join(sender, 'approver')];
    expect((await ask()).sent.toSorted()).toEqual(
      [`request-created ${sender.email}`, `request-created ${manager.email}`].toSorted(),
    );
    expect(await typesOf(approver)).toEqual([]);
  });

  it('are not asked to approve their own request', async () => {
    const approver = await join(sender, 'approver');
    const { sent } = await ask({ approvalsNeeded: 1, requestedBy: approver.userId });
    expect(sent).toEqual([`request-created ${sender.email}`]);
  });

  it('hear that approvals are needed again, of approvals and of comments of others', async () => {
    const [manager, approver, auditor] = [
      await join(sender, 'manager'),
      await join(sender, 'approver'),
      await join(sender, 'auditor'),
    ];
    const request = requestOf(sender, receiver);
    const again = await following(service, requestEvents.approvalsRemoved, request);
    expect(again.sent.toSorted()).toEqual(
      [`approval-needed ${manager.email}`, `approval-needed ${approver.email}`].toSorted(),
    );
    for (const person of [sender, manager, approver])
      expect(await typesOf(person)).toEqual(['request.approvals-removed']);
    const { userId, email, companyId, companyName } = approver;
    const by = { actor: { userId, email, companyId, companyName, ip: '' } };
    await service.deliverEvent(requestEvents.approved, request, by);
    const comment = { ...request, side: 'sender' as const, internal: true, byOwner: false };
    await service.deliverEvent(requestEvents.commented, comment, by);
    for (const person of [sender, manager])
      expect((await typesOf(person)).slice(0, 2)).toEqual(['request.commented', 'request.approved']);
    expect(await typesOf(approver)).toEqual(['request.approvals-removed']);
    expect(await typesOf(receiver)).toEqual([]);
    expect(await typesOf(auditor)).toEqual([]);
  });

  it('who receive hear of delivered folders; of an answer hears who asked', async () => {
    const [asker, other, auditor] = [
      await join(receiver, 'downloader'),
      await join(receiver, 'downloader'),
      await join(receiver, 'auditor'),
    ];
    const delivered = await following(service, storageEvents.folderDelivered, {
      ...{ folderId: uuidv7(), folderName: 'Trade' },
      ...{ companyId: sender.companyId as string, companyName: 'Harbour' },
      ...{ emails: [receiver.email], partners: [receiver.email] },
    });
    expect(delivered.sent.toSorted()).toEqual(
      [receiver, asker, other].map(({ email }) => `folder-delivered ${email}`).toSorted(),
    );
    const toStranger = await following(service, storageEvents.folderDelivered, {
      ...{ folderId: uuidv7(), folderName: 'Claim your refund' },
      ...{ companyId: uuidv7(), companyName: 'Stranger', emails: [receiver.email], partners: [] },
    });
    expect(toStranger.sent).toEqual([`folder-delivered ${receiver.email}`]);
    const request = { ...requestOf(sender, receiver), requestedBy: asker.userId };
    const accepted = await following(service, requestEvents.accepted, {
      ...request,
      expiry: '2030-01-01T00:00:00.000Z',
    });
    expect(accepted.sent).toEqual([`request-accepted ${asker.email}`]);
    const rejected = await following(service, requestEvents.rejected, { ...request, reason: null });
    expect(rejected.sent.toSorted()).toEqual(
      [`request-rejected ${receiver.email}`, `request-rejected ${asker.email}`].toSorted(),
    );
    const all = ['request.rejected', 'request.accepted', 'folder.delivered'];
    expect(await typesOf(receiver)).toEqual([...all, 'folder.delivered']);
    expect(await typesOf(asker)).toEqual(all);
    expect(await typesOf(other)).toEqual(['folder.delivered']);
    expect(await typesOf(auditor)).toEqual([]);
  });

  it('see what is for them in sessions for that company alone, also those by single sign-on', async () => {
    const manager = await join(sender, 'manager');
    await ask();
    await service.deliverEvent(identityEvents.invitationSent, {
      ...{ invitationId: uuidv7(), companyId: uuidv7(), companyName: 'Quay', email: manager.email },
    });
    const alone = { ...manager, companyId: uuidv7(), roles: undefined, owner: undefined } as unknown as UserActor;
    expect(await typesOf(manager)).toEqual(['invitation.received', 'request.created']);
    expect(await typesOf(alone)).toEqual(['invitation.received']);
    expect(await typesOf({ ...manager, sso: true })).toEqual(['request.created']);
    expect(await typesOf({ ...manager, companyId: receiver.companyId, sso: true })).toEqual([]);
    expect(await service.call(notification.markRead, {}, { ...manager, sso: true })).toEqual({ unread: 0 });
    expect(await service.call(notification.feed, {}, manager)).toMatchObject({ unread: 1 });
    expect(await service.call(notification.feed, {}, sender)).toMatchObject({ unread: 2 });
  });

  it.each(['memberRemoved', 'memberLeft'] as const)('get nothing after %s, and lose what they had', async (how) => {
    const manager = await join(sender, 'manager');
    const [, mail] = (await ask()).mails;
    const choice = () =>
      service.call(
        notification.mailChoice,
        { to: manager.email, kind: 'request', companyId: sender.companyId as string },
        { kind: 'system', service: 'worker-mail' },
      );
    expect(mail).toMatchObject({ to: manager.email, memberOf: sender.companyId });
    expect(await choice()).toMatchObject({ wanted: true });
    await service.deliverEvent(identityEvents[how], refOf(manager));
    expect(await typesOf(manager)).toEqual([]);
    expect((await ask()).sent).toEqual([`request-created ${sender.email}`]);
    // a mail that still waits
    expect(await choice()).toMatchObject({ wanted: false });
    const late = { ...refOf(manager), invitationId: uuidv7(), roles: ['manager' as const] };
    await service.deliverEvent(identityEvents.memberJoined, late, { at: '2020-01-01T00:00:00.000Z' });
    // after an event that came late
    expect((await ask()).sent).toEqual([`request-created ${sender.email}`]);
  });

  it('lose the notifications of a role that is gone', async () => {
    const manager = await join(sender, 'manager');
    await ask();
    const change = { before: ['manager' as const], roles: ['auditor' as const], by: 'person' as const };
    await service.deliverEvent(identityEvents.memberRolesChanged, { ...refOf(manager), ...change });
    expect(await typesOf({ ...manager, roles: ['auditor'] })).toEqual([]);
    expect((await ask()).sent).toEqual([`request-created ${sender.email}`]);
  });

  it('get nothing while they are suspended', async () => {
    const manager = await join(sender, 'manager');
    const { userId, email } = manager;
    await service.deliverEvent(identityEvents.suspended, { userId, email, companyId: null, reason: 'r' });
    expect((await ask()).sent).toEqual([`request-created ${sender.email}`]);
    await service.deliverEvent(identityEvents.restored, { userId, email, companyId: null });
    expect((await ask()).sent).toHaveLength(2);
  });

  it('get nothing if they were suspended before the identity provider added them', async () => {
    const manager = memberOf(sender, 'manager');
    const joined = { ...refOf(manager), invitationId: uuidv7(), roles: manager.roles as MemberRole[] };
    await service.deliverEvent(identityEvents.memberJoined, { ...joined, suspended: true });
    expect((await ask()).sent).toEqual([`request-created ${sender.email}`]);
    const { userId, email } = manager;
    await service.deliverEvent(identityEvents.restored, { userId, email, companyId: null });
    expect((await ask()).sent).toHaveLength(2);
  });

  it('of before are known from what identity publishes about them', async () => {
    const manager = memberOf(sender, 'manager');
    const { companyName: _name, ...listed } = { ...refOf(manager), roles: manager.roles as MemberRole[] };
    await service.deliverEvent(memberListEvents.listed, { ...listed, suspended: false });
    expect((await ask()).sent).toHaveLength(2);
  });

  it('cost no statement of their own', async () => {
    await join(sender, 'manager');
    const work = () => databaseWorkOf(() => service.deliverEvent(requestEvents.created, requestOf(sender, receiver)));
    const one = await work();
    for (let n = 0; n < 20; n += 1) await join(sender, 'manager');
    expect(await work()).toEqual(one);
  });
});
