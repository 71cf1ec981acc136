import { identityEvents } from '@tradepost/contracts/identity';
import { notification } from '@tradepost/contracts/notification';
import { publicActor, type ServiceUnderTest } from '@tradepost/testing/service-harness';
import { following, people, startNotification } from './fixture';
import { memberKit } from './member-kit';

describe('the handover of a company', () => {
  let service: ServiceUnderTest;
  beforeAll(async () => {
    service = await startNotification();
  });
  afterAll(() => service.stop());
  const { join, typesOf } = memberKit(() => service);

  it('is notified to the owner and all co-owners, and to nobody else', async () => {
    const { sender, receiver } = await people(service);
    const [cora, other] = [await join(sender, 'co-owner'), await join(sender, 'co-owner')];
    const [manager, foreign] = [await join(sender, 'manager'), await join(receiver, 'co-owner')];
    const named = {
      ...{ companyId: sender.companyId as string, companyName: 'Harbour' },
      ...{ email: sender.email, toId: cora.userId, toEmail: cora.email },
    };
    await following(service, identityEvents.handoverChanged, { ...named, stage: 'started' }, sender);
    const { mails } = await following(service, identityEvents.handoverChanged, { ...named, stage: 'accepted' }, cora);
    // identity mails each stage itself
    expect(mails).toEqual([]);
    for (const person of [sender, cora, other]) {
      const { items } = await service.call(notification.feed, {}, person);
      expect(items.filter(({ type }) => type === 'handover.changed').map(({ data }) => data)).toEqual([
        { stage: 'accepted', companyName: 'Harbour', email: cora.email, toEmail: cora.email },
        { stage: 'started', companyName: 'Harbour', email: sender.email, toEmail: cora.email },
      ]);
    }
    for (const person of [manager, foreign, receiver]) expect(await typesOf(person)).toEqual([]);
  });

  it('leaves the former owner no way to stop mails for the new one: neither by a choice nor by the link of a mail', async () => {
    const { sender } = await people(service);
    const cora = await join(sender, 'co-owner');
    const system = { kind: 'system', service: 'worker-mail' } as const;
    const choice = () => service.call(notification.mailChoice, { to: sender.email, kind: 'request' }, system);
    const tokenOf = async () => ({ token: new URL((await choice()).unsubscribe).searchParams.get('token') as string });
    const earlier = await tokenOf();
    await service.call(notification.savePreferences, { request: false }, sender);
    const named = {
      ...{ companyId: sender.companyId as string, companyName: 'Harbour' },
      ...{ email: sender.email, toId: cora.userId, toEmail: cora.email },
    };
    await following(service, identityEvents.handoverChanged, { ...named, stage: 'started' }, sender);
    expect((await choice()).wanted).toBe(false);
    await following(service, identityEvents.handoverChanged, { ...named, stage: 'accepted' }, cora);
    expect((await choice()).wanted).toBe(true);
    for (const call of [
      service.call(notification.unsubscription, earlier, publicActor),
      service.call(notification.unsubscribe, earlier, publicActor),
    ])
      await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await choice()).wanted).toBe(true);
    await service.call(notification.unsubscribe, await tokenOf(), publicActor);
    expect((await choice()).wanted).toBe(false);
  });
});
