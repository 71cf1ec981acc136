import type { Actor, UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { v7 as uuidv7 } from 'uuid';
import { anonymous, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const save = (id: string, note: string, by: Actor) => fixture.call(identity.savePartnerNote, { id, note }, by);
const sentNotes = async (by: UserActor) =>
  (await fixture.call(identity.sentInvitations, { id: by.userId }, by)).map(({ note }) => note);
const receivedNotes = async (by: UserActor) =>
  (await fixture.call(identity.receivedInvitations, { email: by.email }, by)).map(({ note }) => note);
const changes = async (id: string) =>
  (await fixture.published(identityEvents.partnerNoteChanged)).filter(({ invitationId }) => invitationId === id);
const endInvitation = (id: string, by: UserActor) => fixture.call(identity.endInvitation, { id }, by);

/** Two companies that are partners. */
async function partners() {
  const [ann, rita] = [await fixture.member('sender', 'Ann Trading'), await fixture.member('receiver', 'Rita Buying')];
  await fixture.call(identity.invite, { emails: [rita.email] }, ann);
  const [invitation] = await fixture.call(identity.receivedInvitations, {}, rita);
  await fixture.call(identity.acceptInvitation, { id: invitation!.id }, rita);
  return { ann, rita, id: invitation!.id };
}

describe('a note on a partner', () => {
  it('is seen only by the company that wrote it', async () => {
    const { ann, rita, id } = await partners();
    expect(await save(id, ' Pays late ', ann)).toEqual({ message: 'The note was saved' });
    await save(id, 'Sends on Mondays', rita);
    expect([await sentNotes(ann), await receivedNotes(ann)]).toEqual([['Pays late'], []]);
    expect([await receivedNotes(rita), await sentNotes(rita)]).toEqual([['Sends on Mondays'], []]);
    const accepted = await fixture.call(identity.acceptInvitation, { id }, rita);
    expect(accepted.invitation.note).toBe('Sends on Mondays');
  });

  it('can be changed and removed; the log gets each change once, in the chain of that company, without the text', async () => {
    const { ann, rita, id } = await partners();
    await save(id, 'Pays late', ann);
    await save(id, 'Pays late', ann);
    await save(id, 'Pays early', ann);
    expect(await sentNotes(ann)).toEqual(['Pays early']);
    expect(await save(id, '  ', ann)).toEqual({ message: 'The note was removed' });
    await save(id, '', ann);
    expect(await sentNotes(ann)).toEqual([null]);
    await save(id, 'Sends on Mondays', rita);
    const byAnn = { invitationId: id, companyId: ann.companyId, partnerEmail: rita.email };
    expect(await changes(id)).toEqual([
      { ...byAnn, removed: false },
      { ...byAnn, removed: false },
      { ...byAnn, removed: true },
      { invitationId: id, companyId: rita.companyId, partnerEmail: ann.email, removed: false },
    ]);
  });

  it('can be written only by the two sides, with at most 500 characters', async () => {
    const { ann, rita, id } = await partners();
    const bob = await fixture.member('sender', 'Bob Trading');
    for (const by of [bob, { ...rita, email: bob.email }])
      await expect(save(id, 'Mine', by)).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 });
    for (const unknown of [uuidv7(), 'nonsense'])
      await expect(save(unknown, 'Mine', ann)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(save(id, 'Mine', anonymous)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const newcomer = { ...rita, companyId: null, companyName: null };
    await expect(save(id, 'Mine', newcomer)).rejects.toMatchObject({ code: 'COMPANY_MISSING' });
    await expect(save(id, 'x'.repeat(501), ann)).rejects.toMatchObject({ code: 'INVALID' });
    await expect(fixture.call(identity.savePartnerNote, { id } as never, ann)).rejects.toMatchObject({
      code: 'INVALID',
    });
    await save(id, 'x'.repeat(500), ann);
    expect([await sentNotes(ann), await receivedNotes(rita)]).toEqual([['x'.repeat(500)], [null]]);
  });

  it('stays for the inviter after the end, and is removed for the invited, who no longer sees the invitation', async () => {
    const { ann, rita, id } = await partners();
    await save(id, 'Pays late', ann);
    await save(id, 'Sends on Mondays', rita);
    await endInvitation(id, rita);
    await expect(save(id, 'Again', rita)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await sentNotes(ann)).toEqual(['Pays late']);
    await fixture.call(identity.invite, { emails: [rita.email] }, ann);
    expect([await sentNotes(ann), await receivedNotes(rita)]).toEqual([['Pays late'], [null]]);
  });
});
