import type { UserActor } from '@tradepost/contracts/actor';
import type { RecoveryStep } from '@tradepost/contracts/encryption/recovery';
import { identityEvents } from '@tradepost/contracts/identity';
import { notification } from '@tradepost/contracts/notification';
import type { ServiceUnderTest } from '@tradepost/testing/service-harness';
import { following, people, startNotification } from './fixture';
import { memberKit } from './member-kit';

describe('the recovery of a company’s keys', () => {
  let service: ServiceUnderTest;
  beforeAll(async () => {
    service = await startNotification();
  });
  afterAll(() => service.stop());
  const { join, typesOf } = memberKit(() => service);

  const changed = (owner: UserActor, step: RecoveryStep, holders: UserActor[], by = owner) =>
    following(
      service,
      identityEvents.recoveryChanged,
      {
        ...{ companyId: owner.companyId as string, companyName: 'Harbour', step },
        ...{ holders: holders.length, threshold: 2, memberIds: holders.map(({ userId }) => userId) },
      },
      by,
    );

  it('notifies the owner and those who hold shares, also the person who did it, and nobody else', async () => {
    const { sender, receiver } = await people(service);
    const [approver, auditor, manager] = [
      await join(sender, 'approver'),
      await join(sender, 'auditor'),
      await join(sender, 'manager'),
    ];
    const foreign = await join(receiver, 'auditor');
    const { live, mails } = await changed(sender, 'started', [approver, auditor]);
    expect(live).toHaveLength(1);
    // identity mails each step itself
    expect(mails).toEqual([]);
    await changed(sender, 'stopped', [approver, auditor], approver);
    for (const person of [sender, approver, auditor]) {
      const { items } = await service.call(notification.feed, {}, person);
      expect(items.filter(({ type }) => type === 'recovery.changed').map(({ data }) => data)).toEqual([
        { step: 'stopped', companyName: 'Harbour', email: approver.email },
        { step: 'started', companyName: 'Harbour', email: sender.email },
      ]);
    }
    for (const person of [manager, foreign, receiver]) expect(await typesOf(person)).toEqual([]);
    // a session for the company alone sees it, and none for the own account
    expect(await typesOf({ ...approver, companyId: receiver.companyId })).toEqual([]);
  });

  it('notifies only members of this company, whatever the event names', async () => {
    const { sender, receiver } = await people(service);
    const foreign = await join(receiver, 'auditor');
    await changed(sender, 'made', [foreign]);
    expect(await typesOf(foreign)).toEqual([]);
    expect(await typesOf(sender)).toEqual(['recovery.changed']);
  });
});
