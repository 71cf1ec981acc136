import type { UserActor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import { requestEvents } from '@tradepost/contracts/requests';
import type { ServiceUnderTest } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { following, people, requestOf, startNotification } from './fixture';
import { memberKit, refOf } from './member-kit';

describe('members', () => {
  let service: ServiceUnderTest;
  let sender: UserActor;
  let receiver: UserActor;
  const { join, typesOf } = memberKit(() => service);

  beforeAll(async () => {
    service = await startNotification();
  });
  beforeEach(async () => {
    ({ sender, receiver } = await people(service));
  });
  afterAll(() => service.stop());

  it('hear of requests that are assigned to them, the owner as a member, and nobody else', async () => {
    const [manager, approver, other] = [
      await join(sender, 'manager'),
      await join(sender, 'approver'),
      await join(sender, 'manager'),
    ];
    const assigned = (to: UserActor, by: UserActor) =>
      following(
        service,
        requestEvents.assigned,
        {
          ...requestOf(sender, receiver),
          assigneeId: to.userId,
          assigneeEmail: to.email,
          toOwner: to === sender,
        },
        by,
      );
    for (const to of [manager, approver, sender]) {
      const { sent, mails, live } = await assigned(to, other);
      expect(sent).toEqual([`request-assigned ${to.email}`]);
      expect(mails[0]).toMatchObject({ data: { by: other.email, receiverEmail: receiver.email } });
      expect(live).toMatchObject([{ type: 'request.assigned', data: { by: other.email, assigneeId: to.userId } }]);
      expect(await typesOf(to)).toEqual(['request.assigned']);
    }
    expect(await typesOf(other)).toEqual([]);
    // who assigns it to themselves sees it already; open browsers of the others refresh
    const { sent, live } = await assigned(other, other);
    expect([sent, await typesOf(other)]).toEqual([[], []]);
    expect(live).toMatchObject([{ type: 'request.assigned', audience: [{ companyId: sender.companyId }] }]);
  });

  it('with a role that has ended are not notified of what is assigned to them', async () => {
    const manager = await join(sender, 'manager');
    await service.deliverEvent(identityEvents.memberRemoved, refOf(manager));
    const assigned = { assigneeId: manager.userId, assigneeEmail: manager.email, toOwner: false };
    const { sent } = await following(service, requestEvents.assigned, { ...requestOf(sender, receiver), ...assigned });
    expect([sent, await typesOf(manager)]).toEqual([[], []]);
  });

  describe('who stand in', () => {
    const day = 86_400_000;
    const away = (person: UserActor, delegate: UserActor | null, from = -day, until = day) =>
      service.deliverEvent(identityEvents.absenceChanged, {
        companyId: sender.companyId as string,
        userId: person.userId,
        email: person.email,
        absence: {
          from: new Date(Date.now() + from).toISOString(),
          until: new Date(Date.now() + until).toISOString(),
          delegateId: delegate?.userId ?? null,
          delegateEmail: delegate?.email ?? null,
          delegateIsOwner: delegate === sender,
        },
      });
    const back = (person: UserActor) =>
      service.deliverEvent(identityEvents.absenceChanged, {
        ...{ companyId: sender.companyId as string, userId: person.userId, email: person.email, absence: null },
      });
    const assign = async (to: UserActor, by: UserActor) => {
      const assigned = { assigneeId: to.userId, assigneeEmail: to.email, toOwner: to === sender };
      return (await following(service, requestEvents.assigned, { ...requestOf(sender, receiver), ...assigned }, by))
        .sent;
    };
    const team = async () => [
      await join(sender, 'manager'),
      await join(sender, 'manager'),
      await join(sender, 'manager'),
    ];

    it('get what is assigned to an absent person also, from the first until the last moment', async () => {
      const [max, mia, bob] = (await team()) as [UserActor, UserActor, UserActor];
      const both = [`request-assigned ${max.email}`, `request-stand-in ${mia.email}`];
      await away(max, mia);
      expect((await assign(max, bob)).toSorted()).toEqual(both.toSorted());
      expect([await typesOf(max), await typesOf(mia)]).toEqual([['request.assigned'], ['request.stand-in']]);
      for (const [from, until] of [
        [day, 2 * day],
        [-2 * day, -day],
      ]) {
        await away(max, mia, from, until);
        expect(await assign(max, bob)).toEqual([both[0]]);
      }
      await away(max, mia);
      await back(max);
      expect(await assign(max, bob)).toEqual([both[0]]);
    });

    it('are the owner, or of the owner, as well', async () => {
      const [max, mia] = (await team()) as [UserActor, UserActor];
      await away(max, sender);
      expect(await assign(max, mia)).toEqual([`request-assigned ${max.email}`, `request-stand-in ${sender.email}`]);
      await back(max);
      await away(sender, max);
      expect((await assign(sender, mia)).toSorted()).toEqual(
        [`request-assigned ${sender.email}`, `request-stand-in ${max.email}`].toSorted(),
      );
    });

    it('do so while they are members with a role for it, and not away', async () => {
      const [max, mia, bob] = (await team()) as [UserActor, UserActor, UserActor];
      const alone = [`request-assigned ${max.email}`];
      await away(max, mia);
      await away(mia, bob);
      expect(await assign(max, bob)).toEqual(alone);
      await back(mia);
      const changed = { ...refOf(mia), before: ['manager' as const], by: 'person' as const };
      await service.deliverEvent(identityEvents.memberRolesChanged, { ...changed, roles: ['uploader'] });
      expect(await assign(max, bob)).toEqual(alone);
      await away(max, bob);
      await service.deliverEvent(identityEvents.suspended, { ...refOf(bob), companyId: null, reason: '' });
      expect(await assign(max, mia)).toEqual(alone);
      await service.deliverEvent(identityEvents.restored, { ...refOf(bob), companyId: null });
      await service.deliverEvent(identityEvents.memberRemoved, refOf(bob));
      await service.deliverEvent(identityEvents.memberJoined, {
        ...{ ...refOf(bob), invitationId: uuidv7(), roles: ['manager' as const] },
      });
      expect(await assign(max, mia)).toEqual(alone);
    });

    it('hear of what happens to such a request once, like the person, and not of what they did themselves', async () => {
      const eve = await join(sender, 'approver');
      const [max, mia] = (await team()) as [UserActor, UserActor];
      await away(max, eve);
      const request = { ...requestOf(sender, receiver), assigneeId: max.userId };
      await following(service, requestEvents.signed, request);
      await following(service, requestEvents.withdrawn, request);
      const comment = { ...request, side: 'sender' as const, internal: true, byOwner: false };
      await following(service, requestEvents.commented, comment, eve);
      for (const person of [max, eve])
        expect(await typesOf(person)).toEqual([
          ...(person === eve ? [] : ['request.commented']),
          'request.withdrawn',
          'request.key-arrived',
        ]);
      expect(await typesOf(mia)).toEqual(['request.commented', 'request.withdrawn']);
      const { sent } = await following(service, requestEvents.firstDownloaded, request);
      expect(sent.toSorted()).toEqual([sender, max, eve].map(({ email }) => `first-download ${email}`).toSorted());
    });
  });
});
