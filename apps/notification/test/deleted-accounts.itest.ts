import { identityEvents } from '@tradepost/contracts/identity';
import { notification } from '@tradepost/contracts/notification';
import { requestEvents } from '@tradepost/contracts/requests';
import { storageEvents } from '@tradepost/contracts/storage';
import { tablesWith } from '@tradepost/testing/tables-with';
import type { ServiceUnderTest } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { following, people, requestOf, startNotification } from './fixture';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startNotification();
});
afterAll(() => service.stop());

it('also deletes the effects of events that arrive together with the deletion', async () => {
  const { sender, receiver } = await people(service);
  const { userId, email, companyId } = receiver;
  const invitation = { invitationId: uuidv7(), companyId: sender.companyId as string, companyName: 'Harbour', email };
  const accepted = { ...invitation, inviterUserId: sender.userId, receiverUserId: userId };
  await service.deliverTogether([
    { event: identityEvents.invitationSent, payload: invitation },
    { event: identityEvents.invitationAccepted, payload: accepted },
    { event: identityEvents.accountDeleted, payload: { userId, email, companyId } },
  ]);
  expect((await service.call(notification.feed, {}, sender)).items).toEqual([]);
  expect((await service.call(notification.feed, {}, receiver)).items).toEqual([]);
});

it('deletes the notifications of a deleted account, and no longer notifies it', async () => {
  const { sender, receiver } = await people(service);
  await following(service, requestEvents.created, requestOf(sender, receiver));
  await following(service, requestEvents.rejected, { ...requestOf(sender, receiver), reason: null });
  await following(service, storageEvents.folderDelivered, {
    folderId: uuidv7(),
    folderName: 'Trade',
    companyId: sender.companyId as string,
    companyName: 'Harbour',
    emails: [receiver.email],
    partners: [receiver.email],
  });
  await service.call(notification.savePreferences, { unwanted: ['delivery'] }, receiver);
  for (const { userId, email, companyId } of [receiver, sender])
    await service.deliverEvent(identityEvents.accountDeleted, { userId, email, companyId });
  for (const { email } of [receiver, sender]) expect(await tablesWith(service.db, email)).toEqual([]);
  expect((await service.call(notification.feed, {}, sender)).items).toEqual([]);
  expect((await following(service, requestEvents.firstDownloaded, requestOf(sender, receiver))).sent).toEqual([]);
});
