import { randomUUID } from 'node:crypto';
import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { manyLoginFailures, startFixture, type Fixture } from './fixture';
import { vaultsOf } from './vault-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(manyLoginFailures);
});
afterAll(() => fixture.stop());

const { made, create, keyed } = vaultsOf(() => fixture);

describe('keys of contacts', () => {
  const contacts = (who: UserActor) => fixture.call(identity.contactKeys, {}, who);
  const invite = async (by: UserActor, to: UserActor) => {
    await fixture.call(identity.invite, { emails: [to.email] }, by);
    return (await fixture.call(identity.receivedInvitations, {}, to)).find(
      ({ inviterEmail }) => inviterEmail === by.email,
    )!.id;
  };

  it('are visible only to both sides of an accepted invitation, while it lasts', async () => {
    const [ann, rita] = [await keyed('sender', 'Ann Trading'), await keyed('receiver', 'Rita Buying')];
    const [otto, outsider] = [await fixture.member('sender', 'Otto Trading'), await keyed()];
    const id = await invite(ann.who, rita.who);
    expect([await contacts(ann.who), await contacts(rita.who)]).toEqual([[], []]);
    await fixture.call(identity.acceptInvitation, { id }, rita.who);
    await fixture.call(identity.acceptInvitation, { id: await invite(otto, ann.who) }, ann.who);
    const seen = ({ userId, email, companyName }: UserActor, bundle: unknown) => ({
      userId,
      email,
      companyName,
      bundle,
    });
    expect(await contacts(rita.who)).toEqual([seen(ann.who, ann.sent.bundle)]);
    const ofAnn = await contacts(ann.who);
    expect(ofAnn).toHaveLength(2);
    expect(ofAnn).toEqual(expect.arrayContaining([seen(rita.who, rita.sent.bundle), seen(otto, null)]));
    expect(await contacts(otto)).toEqual([seen(ann.who, ann.sent.bundle)]);
    expect(await contacts(outsider.who)).toEqual([]);
    const renewed = await made(ann.who, 2);
    await create(ann.who, renewed.sent);
    expect(await contacts(rita.who)).toEqual([seen(ann.who, renewed.sent.bundle)]);
    await fixture.call(identity.endInvitation, { id }, rita.who);
    expect(await contacts(rita.who)).toEqual([]);
    expect(await contacts(ann.who)).toEqual([seen(otto, null)]);
  });

  it('are available to services', async () => {
    const { who: ann, sent } = await keyed();
    const tom = await fixture.member();
    const system = { kind: 'system', service: 'requests' } as const;
    expect(await fixture.call(identity.bundleOf, { userId: ann.userId }, system)).toEqual({
      email: ann.email,
      bundle: sent.bundle,
      former: [],
    });
    expect(await fixture.call(identity.bundleOf, { userId: tom.userId }, system)).toEqual({
      email: tom.email,
      bundle: null,
      former: [],
    });
    await expect(fixture.call(identity.bundleOf, { userId: randomUUID() }, system)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
