import type { Actor, UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { anonymous, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

/** A PNG's signature and header. */
function header(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33);
  bytes.write('89504e470d0a1a0a0000000d49484452', 'hex');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

const image = header(320, 96).toString('base64');
const other = header(10, 10).toString('base64');
const worker: Actor = { kind: 'system', service: 'worker-mail' };
const set = (actor: Actor, given = image) => fixture.call(identity.setLogo, { image: given }, actor);
const seenBy = async (actor: Actor, { companyId }: UserActor) =>
  (await fixture.call(identity.logo, { companyId: companyId! }, actor)).image;
const inMails = async ({ companyId }: UserActor) =>
  (await fixture.call(identity.logoForMails, { companyId: companyId! }, worker)).image;

async function partners() {
  const [ann, rita] = [await fixture.member(), await fixture.member('receiver', 'Rita Imports')];
  await fixture.call(identity.invite, { emails: [rita.email] }, ann);
  const [invitation] = await fixture.call(identity.receivedInvitations, {}, rita);
  await fixture.call(identity.acceptInvitation, { id: invitation!.id }, rita);
  return { ann, rita };
}

describe('the logo of a company', () => {
  it('is shown to partners and in mails once the registration is approved, and to no stranger', async () => {
    const { ann, rita } = await partners();
    await set(ann);
    expect([await seenBy(ann, ann), await seenBy(rita, ann), await inMails(ann)]).toEqual([image, null, null]);
    await fixture.decided(ann, 'Approved', 2);
    expect([await seenBy(rita, ann), await inMails(ann)]).toEqual([image, image]);
    expect(await seenBy(await fixture.member(), ann)).toBeNull();
    await expect(seenBy(anonymous, ann)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await fixture.decided(ann, 'Processing', 3);
    expect([await seenBy(rita, ann), await inMails(ann)]).toEqual([null, null]);
  });

  it('can be replaced and removed, and the log records each change once', async () => {
    const ann = await fixture.member();
    await set(ann);
    await set(ann, other);
    expect(await seenBy(ann, ann)).toBe(other);
    await fixture.call(identity.removeLogo, {}, ann);
    await fixture.call(identity.removeLogo, {}, ann);
    expect(await seenBy(ann, ann)).toBeNull();
    const changes = (await fixture.published(identityEvents.logoChanged)).filter(
      ({ companyId }) => companyId === ann.companyId,
    );
    expect(changes.map(({ removed }) => removed)).toEqual([false, false, true]);
  });

  it.each([
    ['a page', Buffer.from('<script>alert(1)</script> and more').toString('base64')],
    ['a picture that is too wide', header(321, 96).toString('base64')],
    ['a picture that is too high', header(320, 97).toString('base64')],
    ['a picture of too many bytes', Buffer.concat([header(320, 96), Buffer.alloc(128 * 1024)]).toString('base64')],
    ['half a header', header(10, 10).subarray(0, 20).toString('base64')],
  ])('is never %s', async (_what, given) => {
    await expect(set(await fixture.member(), given)).rejects.toMatchObject({ code: 'INVALID' });
  });
});
