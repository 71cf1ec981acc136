import { identityEvents } from '@tradepost/contracts/identity';
import { notification } from '@tradepost/contracts/notification';
import { requestEvents } from '@tradepost/contracts/requests';
import { storageEvents } from '@tradepost/contracts/storage';
import { userActor, type ServiceUnderTest } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { companyOf, following, origin, people, requestOf, startNotification } from './fixture';

describe('the effects of events', () => {
  let service: ServiceUnderTest;
  let sender: Awaited<ReturnType<typeof people>>['sender'];
  let receiver: typeof sender;

  beforeAll(async () => {
    service = await startNotification({ PARTNER_MAILS_PER_DAY: '3' });
  });
  beforeEach(async () => {
    ({ sender, receiver } = await people(service));
  });
  afterAll(() => service.stop());

  const receiversOf = (ownerEmail: string) => ({ membersOf: { ownerEmail }, may: 'receive' });
  const noticesOf = async (person: typeof sender) =>
    (await service.call(notification.feed, {}, person)).items.map(({ type, data }) => ({ type, data }));
  const company = () => ({ companyId: sender.companyId, companyName: sender.companyName });

  it('a new company is welcomed once, a saved profile is not', async () => {
    const newcomer = userActor();
    const first = await following(service, identityEvents.companySaved, companyOf(newcomer, true));
    expect(first.mails).toEqual([
      {
        template: 'welcome',
        to: newcomer.email,
        data: { firstName: 'Ann', companyName: 'Ann Trading', isSender: true, link: origin },
      },
    ]);
    expect((await following(service, identityEvents.companySaved, companyOf(newcomer, false))).sent).toEqual([]);
  });

  it('an invitation is shown to its address, and identity sends its mail', async () => {
    const invitationId = uuidv7();
    const stranger = userActor();
    const { live, sent } = await following(service, identityEvents.invitationSent, {
      invitationId,
      ...(company() as { companyId: string; companyName: string }),
      email: receiver.email,
    });
    expect(live).toEqual([
      {
        type: 'invitation.received',
        audience: [{ email: receiver.email }],
        data: { invitationId, companyName: 'Harbour' },
      },
    ]);
    expect(sent).toEqual([]);
    expect(await noticesOf(receiver)).toEqual([
      { type: 'invitation.received', data: { invitationId, companyName: 'Harbour' } },
    ]);
    expect(await noticesOf(sender)).toEqual([]);
    expect(await noticesOf(stranger)).toEqual([]);
  });

  it('a person who signs up later finds earlier notifications of the address', async () => {
    const later = userActor({ email: `NEW-${uuidv7()}@example.com`, companyId: null, companyName: null });
    await following(service, storageEvents.folderDelivered, {
      folderId: uuidv7(),
      folderName: 'Trade',
      ...(company() as { companyId: string; companyName: string }),
      emails: [later.email.toLowerCase()],
    });
    expect((await noticesOf(later)).map(({ type }) => type)).toEqual(['folder.delivered']);
  });

  describe('an accepted invitation and its end', () => {
    const invitation = () => ({
      invitationId: uuidv7(),
      companyId: sender.companyId as string,
      companyName: 'Harbour',
      email: receiver.email,
      receiverUserId: receiver.userId,
      receiverCompanyName: 'Lisboa',
    });

    it('notify the inviter of the acceptance', async () => {
      const { live, sent } = await following(service, identityEvents.invitationAccepted, {
        ...invitation(),
        inviterUserId: sender.userId,
        receiverCompanyId: receiver.companyId,
      });
      expect(live.map(({ type, audience }) => ({ type, audience }))).toEqual([
        { type: 'invitation.accepted', audience: [{ companyId: sender.companyId }] },
      ]);
      expect(sent).toEqual([`invitation-accepted ${sender.email}`]);
    });

    it('show an invited person at once that a company invites them, or no longer does', async () => {
      const { companyId, companyName } = invitation();
      const invited = { companyId, email: receiver.email, roles: ['auditor' as const] };
      const shown = [
        { type: 'member-invitations.changed', audience: [{ email: receiver.email }], data: { companyId } },
      ];
      expect((await following(service, identityEvents.memberInvited, invited)).live).toEqual(shown);
      const ended = { ...invited, companyName, by: 'company' as const };
      expect((await following(service, identityEvents.memberInvitationEnded, ended)).live).toEqual(shown);
    });

    it('notify the company of a new member', async () => {
      const { companyId, companyName } = invitation();
      const { live, sent } = await following(service, identityEvents.memberJoined, {
        companyId,
        companyName,
        userId: receiver.userId,
        email: receiver.email,
        invitationId: 'i',
        roles: ['auditor'],
      });
      expect(live.map(({ type, audience }) => ({ type, audience }))).toEqual([
        { type: 'member.joined', audience: [{ companyId: sender.companyId }] },
      ]);
      expect(sent).toEqual([]);
    });

    it('show a member, and the people who see the list of members, at once what the member may do', async () => {
      const { companyId, companyName } = invitation();
      const { live, sent } = await following(service, identityEvents.memberRolesChanged, {
        ...{ companyId, companyName, userId: receiver.userId, email: receiver.email },
        ...{ before: ['auditor'], roles: ['manager'], by: 'person' },
      });
      const audience = [{ companyId }, { userId: receiver.userId }];
      expect(live).toEqual([{ type: 'member.changed', audience, data: { companyId } }]);
      expect(sent).toEqual([]);
    });

    it('show a person alone that one of their devices asks for the own key', async () => {
      const { companyId, companyName } = invitation();
      const { userId } = receiver;
      const { live, sent } = await following(service, identityEvents.keyHandoverChanged, {
        ...{ companyId, companyName, userId, handover: 'asked' },
      });
      const audience = [{ membersOf: { companyId }, may: 'account', only: userId }];
      expect(live).toEqual([{ type: 'key-handover.changed', audience, data: { companyId } }]);
      expect(sent).toEqual([]);
    });

    it('notify the other side of the end, for both sides', async () => {
      const byInviter = await following(service, identityEvents.partnershipEnded, { ...invitation(), by: 'inviter' });
      expect(byInviter.live.map(({ type, audience }) => ({ type, audience }))).toEqual([
        { type: 'invitation.ended', audience: [{ userId: receiver.userId }] },
      ]);
      expect(byInviter.mails).toEqual([
        {
          template: 'partnership-ended',
          to: receiver.email,
          data: { companyName: 'Lisboa', partnerName: 'Harbour', link: origin },
        },
      ]);

      const byInvited = await following(service, identityEvents.partnershipEnded, {
        ...invitation(),
        receiverCompanyName: null,
        by: 'invited',
      });
      expect(byInvited.live.map(({ type, audience }) => ({ type, audience }))).toEqual([
        { type: 'invitation.ended', audience: [{ companyId: sender.companyId }] },
      ]);
      expect(byInvited.mails).toEqual([
        {
          template: 'partnership-ended',
          to: sender.email,
          data: { companyName: 'Harbour', partnerName: receiver.email, link: origin },
        },
      ]);
    });
  });

  it('a partner gets a limited number of mails about the folders of a company in a day, and sees all of them', async () => {
    const deliver = (companyId: string) =>
      following(service, storageEvents.folderDelivered, {
        folderId: uuidv7(),
        folderName: 'Trade',
        companyId,
        companyName: 'Harbour',
        emails: [receiver.email],
        partners: [receiver.email],
      });
    const mailed: number[] = [];
    for (let n = 1; n <= 5; n += 1) mailed.push((await deliver(sender.companyId as string)).sent.length);
    expect(mailed).toEqual([1, 1, 1, 0, 0]);
    expect((await noticesOf(receiver)).map(({ type }) => type)).toEqual(Array(5).fill('folder.delivered'));
    // another company is not affected
    expect((await deliver(uuidv7())).sent).toHaveLength(1);
  });

  it('a delivered folder is mailed and shown to each new address, a new version is shown', async () => {
    const other = userActor();
    const folder = {
      folderId: uuidv7(),
      folderName: 'Trade',
      companyId: sender.companyId as string,
      companyName: 'Harbour',
    };
    const delivered = await following(service, storageEvents.folderDelivered, {
      ...folder,
      emails: [receiver.email, other.email],
      partners: [receiver.email],
    });
    expect(delivered.sent.sort()).toEqual(
      [`folder-delivered ${receiver.email}`, `folder-delivered ${other.email}`].sort(),
    );
    const mailTo = async (to: string) =>
      (await service.jobs('mail')).find(({ payload }) => (payload as { to: string }).to === to)?.payload;
    // nobody has proven the other address: it gets nothing that the sender wrote
    expect(await mailTo(receiver.email)).toMatchObject({ data: { companyName: 'Harbour', folderName: 'Trade' } });
    expect(JSON.stringify(await mailTo(other.email))).not.toMatch(/Harbour|Trade"/);
    expect(delivered.live.map(({ audience }) => audience)).toEqual([
      [{ email: receiver.email }, { email: other.email }, receiversOf(receiver.email)],
    ]);

    const replaced = await following(service, storageEvents.fileReplaced, {
      ...folder,
      fileId: uuidv7(),
      name: 'prices.csv',
      version: 2,
      size: 1,
      sha256: '',
      emails: [receiver.email],
    });
    expect(replaced.sent).toEqual([]);
    expect((await noticesOf(receiver)).map(({ type }) => type)).toEqual(['file.replaced', 'folder.delivered']);
    expect((await noticesOf(other)).map(({ type }) => type)).toEqual(['folder.delivered']);
    const unread = await following(service, storageEvents.fileReplaced, {
      ...folder,
      fileId: uuidv7(),
      name: 'prices.csv',
      version: 3,
      size: 1,
      sha256: '',
      emails: [],
    });
    expect(unread.live).toEqual([]);
  });

  const expiry = '2030-01-01T00:00:00.000Z';
  const requestCases = [
    { event: 'created', extra: {}, live: 'request.created', to: 'sender', mail: 'request-created' },
    { event: 'withdrawn', extra: {}, live: 'request.withdrawn', to: 'sender', mail: null },
    { event: 'signed', extra: {}, live: 'request.key-arrived', to: 'sender', mail: null },
    { event: 'accepted', extra: { expiry }, live: 'request.accepted', to: 'receiver', mail: null },
    {
      event: 'rejected',
      extra: { reason: 'Not now' },
      live: 'request.rejected',
      to: 'receiver',
      mail: 'request-rejected',
    },
    { event: 'revoked', extra: { reason: null }, live: 'transfer.changed', to: 'receiver', mail: null },
    { event: 'extended', extra: { expiry }, live: 'transfer.changed', to: 'receiver', mail: null },
    { event: 'expiringSoon', extra: { expiry }, live: 'transfer.expiring', to: 'receiver', mail: null },
    { event: 'firstDownloaded', extra: {}, live: 'transfer.downloaded', to: 'sender', mail: 'first-download' },
  ] as const;

  it.each(requestCases)('a request that was $event notifies only its $to', async ({ event, extra, live, to, mail }) => {
    const [recipient, other] = to === 'sender' ? [sender, receiver] : [receiver, sender];
    const request = requestOf(sender, receiver);
    const after = await following(service, requestEvents[event], { ...request, ...extra } as never);
    expect(after.live.map(({ type }) => type)).toEqual([live]);
    const [[first, ...members] = []] = after.live.map(({ audience }) => audience);
    expect(first).toEqual(to === 'sender' ? { companyId: sender.companyId } : { userId: receiver.userId });
    for (const one of members) expect(one).toMatchObject({ membersOf: { companyId: sender.companyId } });
    expect(after.sent).toEqual(mail ? [`${mail} ${recipient.email}`] : []);
    const page = `${origin}/${event === 'firstDownloaded' ? 'transfers' : 'requests'}/${request.requestId}`;
    for (const { data } of after.mails) expect(data).toMatchObject({ link: page });
    expect((await noticesOf(recipient)).map(({ type }) => type)).toEqual([live]);
    expect(await noticesOf(other)).toEqual([]);
  });

  it('a finished archive updates both sides, and notifies the receiver', async () => {
    const { live, sent } = await following(service, requestEvents.archiveReady, {
      ...requestOf(sender, receiver),
      size: 5,
    });
    expect(live.map(({ audience }) => audience)).toEqual([
      [{ userId: receiver.userId }, { companyId: sender.companyId }],
    ]);
    expect(sent).toEqual([]);
    expect((await noticesOf(receiver)).map(({ type }) => type)).toEqual(['archive.ready']);
    expect(await noticesOf(sender)).toEqual([]);
  });

  it('an event of a company that is not known yet stores nothing and is processed when it is redelivered', async () => {
    const unknown = userActor();
    const request = requestOf(unknown, receiver);
    const id = uuidv7();
    await expect(service.deliverEvent(requestEvents.created, request, { id })).rejects.toThrow('no contact');
    expect(await noticesOf(unknown)).toEqual([]);
    await service.deliverEvent(identityEvents.companySaved, companyOf(unknown, false));
    await service.deliverEvent(requestEvents.created, request, { id });
    expect((await noticesOf(unknown)).map(({ type }) => type)).toEqual(['request.created']);
  });
});
