import type { Actor, UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { addressKey } from '@tradepost/contracts/values/address';
import { v7 as uuidv7 } from 'uuid';
import { anonymous, newEmail, startFixture, verified, type Fixture } from './fixture';
import { invitationsOf } from './invitation-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { invite, received, sent, accept, end, partners } = invitationsOf(() => fixture);

const system = { kind: 'system', service: 'storage' } as const;
const deliverable = (by: UserActor) => fixture.call(identity.deliverableEmails, { id: by.userId }, by);
const giveUp = (id: string, by: UserActor) => fixture.call(identity.endInvitation, { id }, by);

describe('ending an invitation', () => {
  const events = async (id: string) => [
    ...(await fixture.published(identityEvents.invitationWithdrawn)).filter(({ invitationId }) => invitationId === id),
    ...(await fixture.published(identityEvents.partnershipEnded)).filter(({ invitationId }) => invitationId === id),
  ];

  it('withdraws it for the inviter and declines it for the invited', async () => {
    for (const [by, status] of [
      ['ann', 'withdrawn'],
      ['rita', 'declined'],
    ] as const) {
      const pair = await partners();
      const { invitation } = pair;
      expect(await Promise.all([giveUp(invitation.id, pair[by]), giveUp(invitation.id, pair[by])])).toMatchObject([
        { status },
        { status },
      ]);
      await expect(accept(invitation.id, pair.rita)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(await received(pair.rita)).toEqual([]);
      expect(await sent(pair.ann)).toMatchObject([{ id: invitation.id, status }]);
      expect(await deliverable(pair.ann)).toEqual([]);
      expect(await events(invitation.id)).toMatchObject([
        {
          companyId: pair.ann.companyId,
          email: pair.rita.email.toUpperCase(),
          by: by === 'ann' ? 'inviter' : 'invited',
        },
      ]);
    }
  });

  it('ends a partnership from either side, once', async () => {
    for (const by of ['ann', 'rita'] as const) {
      const pair = await partners();
      await accept(pair.invitation.id, pair.rita);
      expect(await giveUp(pair.invitation.id, pair[by])).toMatchObject({ status: 'ended' });
      expect(await giveUp(pair.invitation.id, pair[by])).toMatchObject({ status: 'ended' });
      expect(await received(pair.rita)).toEqual([]);
      expect(await events(pair.invitation.id)).toMatchObject([
        {
          receiverUserId: pair.rita.userId,
          receiverCompanyName: 'Rita Buying',
          by: by === 'ann' ? 'inviter' : 'invited',
          version: 3,
        },
      ]);
    }
  });

  it('lets only the sender keep live transfers', async () => {
    const { ann, rita, invitation } = await partners();
    await accept(invitation.id, rita);
    const keep = (by: UserActor) =>
      fixture.call(identity.endInvitation, { id: invitation.id, keepTransfers: true }, by);
    await expect(keep(rita)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    expect(await received(rita)).toMatchObject([{ status: 'accepted' }]);
    await keep(ann);
    expect(await events(invitation.id)).toMatchObject([{ keepTransfers: true, by: 'inviter' }]);
  });

  it('reports the accepted partnership to other services, with a version that every change increases', async () => {
    const { ann, rita, invitation } = await partners();
    const partnerships = async (who: UserActor) =>
      (await fixture.call(identity.partnershipsOf, { companyIds: [ann.companyId!, uuidv7()] }, who)).partnerships;
    expect(await partnerships(rita)).toEqual([]);
    await accept(invitation.id, rita);
    expect(await partnerships(rita)).toEqual([{ companyId: ann.companyId, version: 2 }]);
    expect(await partnerships(ann)).toEqual([]);
    await giveUp(invitation.id, rita);
    expect(await partnerships(rita)).toEqual([]);
    await invite(ann, rita.email);
    await accept(invitation.id, rita);
    expect(await partnerships(rita)).toEqual([{ companyId: ann.companyId, version: 5 }]);
  });

  it('is refused for others', async () => {
    const { rita, invitation } = await partners();
    const bob = await fixture.member();
    await expect(giveUp(invitation.id, bob)).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 });
    await expect(giveUp('nonsense', rita)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fixture.call(identity.endInvitation, { id: invitation.id }, anonymous)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    expect(await received(rita)).toMatchObject([{ status: 'pending' }]);
  });
});

describe('lists', () => {
  it('show a company only its own invitations, newest first', async () => {
    const { ann, rita, invitation } = await partners();
    const [bob, later] = [await fixture.member(), newEmail('later')];
    await invite(ann, later);
    await accept(invitation.id, rita);
    expect(await sent(ann)).toMatchObject([
      { email: later, status: 'pending' },
      { id: invitation.id, email: rita.email.toUpperCase(), status: 'accepted' },
    ]);
    expect(
      (await fixture.call(identity.pendingInvitations, { id: ann.companyId! }, ann)).data.map(({ email }) => email),
    ).toEqual([later]);
    expect(await deliverable(ann)).toEqual([later, rita.email.toUpperCase()]);
    expect([await sent(bob), await deliverable(bob), await received(bob)]).toEqual([[], [], []]);
    for (const list of [identity.sentInvitations, identity.pendingInvitations, identity.deliverableEmails]) {
      await expect(fixture.call(list, { id: ann.userId }, bob)).rejects.toMatchObject({ code: 'NOT_YOURS' });
      await expect(fixture.call(list, { id: ann.userId }, anonymous)).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      });
    }
    await expect(fixture.call(identity.receivedInvitations, { email: rita.email }, bob)).rejects.toMatchObject({
      code: 'NOT_YOURS',
    });
  });

  it('tell other services which addresses a company may deliver to', async () => {
    const { ann, rita } = await partners();
    const among = (companyId: string, ...emails: string[]) =>
      fixture.call(identity.filterInvited, { companyId, emails }, system);
    expect(await among(ann.companyId!, rita.email, newEmail())).toEqual({
      invited: [{ addressKey: addressKey(rita.email), version: 1, accepted: false }],
    });
    expect(await among(uuidv7(), rita.email)).toEqual({ invited: [] });
    expect(await among(ann.companyId!)).toEqual({ invited: [] });
    await end(ann.companyId!);
    expect(await among(ann.companyId!, rita.email)).toEqual({ invited: [] });
    expect(await deliverable(ann)).toEqual([]);
  });
});

describe('an approved registration', () => {
  const known = (by: Actor) => fixture.call(identity.verifiedPartners, {}, by);

  it('is visible only to partners and to the invited before they accept', async () => {
    const { ann, rita, invitation } = await partners();
    await fixture.decided(ann, 'Approved', 2);
    expect(await received(rita)).toMatchObject([{ verified }]);
    expect(await known(rita)).toEqual([]);
    await accept(invitation.id, rita);
    expect(await known(rita)).toEqual([{ companyId: ann.companyId, companyName: 'Ann Trading', verified }]);
    expect([await known(ann), await known(await fixture.member()), await sent(ann)]).toMatchObject([
      [],
      [],
      [{ verified: null }],
    ]);
    await expect(known(anonymous)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await fixture.decided(ann, 'Processing', 3);
    expect([await known(rita), await received(rita)]).toMatchObject([[], [{ verified: null }]]);
    await fixture.decided(ann, 'Approved', 2);
    expect(await known(rita)).toEqual([]);
  });

  it('of the invited is visible to the inviter while they are partners', async () => {
    const [ann, bob] = [await fixture.member('sender', 'Ann Trading'), await fixture.member('sender', 'Bob Trading')];
    await invite(ann, bob.email);
    await fixture.decided(bob, 'Approved', 2);
    expect(await sent(ann)).toMatchObject([{ status: 'pending', verified: null }]);
    const [invitation] = await received(bob);
    await accept(invitation!.id, bob);
    expect(await sent(ann)).toMatchObject([{ status: 'accepted', verified }]);
    expect(await known(ann)).toEqual([{ companyId: bob.companyId, companyName: 'Bob Trading', verified }]);
    await giveUp(invitation!.id, bob);
    expect([await known(ann), await sent(ann)]).toMatchObject([[], [{ status: 'ended', verified: null }]]);
  });
});
