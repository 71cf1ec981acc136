import { randomUUID } from 'node:crypto';
import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import type { MemberRole } from '@tradepost/contracts/roles';
import { company, newEmail, password } from './fixture';
import { membersOf } from './member-kit';
import { startScim, type ScimFixture } from './scim-kit';
import { browser, clientSecret, startLiar, type Liar } from './sso-kit';

let fixture: ScimFixture;
let liar: Liar;
beforeAll(async () => {
  [fixture, liar] = [await startScim(), await startLiar()];
});
afterAll(async () => {
  await fixture.stop();
  liar.stop();
});

const { invite, joinAs, change, present } = membersOf(() => fixture);
const refused = { code: 'NOT_ALLOWED', status: 403 };

/** A company with an identity provider, and a member with an address of its domain. */
async function provided(...roles: MemberRole[]) {
  const { owner, domain } = await fixture.connected(liar.issuer, {
    ...{ claim: 'groups', mapping: [{ value: 'staff', role: 'manager' }], defaultRole: 'auditor' },
  });
  const person = await fixture.member('receiver', 'Own Company', newEmail('cora').replace('Example.com', domain));
  return { owner, domain, cora: await joinAs(person, owner, ...roles) };
}
/** Another session of the person, for the own account. */
const ownSession = async ({ email }: UserActor) =>
  (await fixture.bearer((await fixture.login(email, password, 'receiver')).token))!;

describe('an identity provider', () => {
  it('gives nobody the role, by a claim or a group', async () => {
    const { owner } = await provided('co-owner');
    const save = (given: object) =>
      fixture.call(
        identity.saveSso,
        { issuer: liar.issuer, clientId: 'tradepost', clientSecret, claim: 'groups', ...given },
        owner,
      );
    await expect(save({ defaultRole: 'co-owner' })).rejects.toMatchObject({ status: 400 });
    await expect(save({ mapping: [{ value: 'it', role: 'co-owner' }] })).rejects.toMatchObject({ status: 400 });
    const acme = await fixture.company();
    for (const name of ['co-owner', 'Co-Owner'])
      await expect(acme.addGroup(name)).rejects.toMatchObject({ message: 'No role has the name of this group' });
  });

  it('does not take it by a claim or a group, and takes it with the membership', async () => {
    const acme = await fixture.company();
    const address = acme.newAddress();
    const cora = await joinAs(await fixture.member('receiver', 'Own Company', address), acme.owner, 'co-owner');
    const user = await acme.addUser({ userName: address });
    const group = await acme.addGroup('uploader', user.id);
    expect((await present(cora))?.roles).toEqual(['co-owner']);
    await fixture.call(identity.deleteScimGroup, { id: group.id }, acme.provider);
    expect((await present(cora))?.roles).toEqual(['co-owner']);
    await acme.patchUser(user.id, { op: 'replace', value: { active: false } });
    expect(await present(cora)).toBeNull();
  });

  it('opens a session of a co-owner that does no more than one of a manager', async () => {
    const { cora } = await provided('co-owner');
    const bySso: UserActor = { ...cora, sso: true };
    const calls = [
      () => fixture.call(identity.saveCompany, { company }, bySso),
      () => fixture.call(identity.requireSealing, { required: true }, bySso),
      () => fixture.call(identity.sso, {}, bySso),
      () => fixture.call(identity.enforceSso, { enforced: false }, bySso),
      () => fixture.call(identity.removeSso, {}, bySso),
      () => fixture.call(identity.createScimToken, { name: 'x', expiresInDays: 30, password }, bySso),
      () => fixture.call(identity.createApiKey, { name: 'x', scopes: ['read'], expiresInDays: 30, password }, bySso),
      () => invite(bySso, newEmail(), 'manager'),
      () => invite(bySso, newEmail(), 'approver'),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject(refused);
    expect(await invite(bySso, newEmail(), 'uploader')).toBe('invited');
  });

  it('does not change the role at a sign-in', async () => {
    const { owner, domain, cora } = await provided('co-owner');
    const { url } = await fixture.call(identity.startSsoLink, { browser }, await ownSession(cora));
    const { searchParams } = new URL(url);
    liar.nonce = searchParams.get('nonce')!;
    liar.claims = { email: cora.email, sub: `cora of ${domain}`, groups: ['staff'] };
    const parameters = { code: 'c', state: searchParams.get('state')!, iss: liar.issuer };
    const { actor } = await fixture.finish(owner.companyId, parameters);
    expect(actor).toMatchObject({ userId: cora.userId, sso: true, roles: ['co-owner'] });
  });

  it('is not required of co-owners, who could not repair it: of everyone else, and at once of who is none any more', async () => {
    const { owner, cora } = await provided('co-owner');
    await fixture.call(identity.enforceSso, { enforced: true }, owner);
    expect(await present(cora)).not.toBeNull();
    const enter = async () =>
      fixture.call(identity.switchCompany, { companyId: owner.companyId }, await ownSession(cora));
    const { user } = await enter();
    expect(user.roles).toEqual(['co-owner']);
    await change(owner, cora, 'manager');
    expect(await present(cora)).toBeNull();
    await expect(enter()).rejects.toMatchObject({ code: 'SSO_REQUIRED' });
  });
});

it('ends the SCIM tokens of a co-owner with the role', async () => {
  const acme = await fixture.company();
  const cora = await joinAs(await fixture.member('receiver', 'Own Company'), acme.owner, 'co-owner');
  const created = { name: 'Hers', expiresInDays: 30, password };
  const { token } = await fixture.call(identity.createScimToken, created, cora);
  const provider = await fixture.providerOf(token);
  expect(provider).toMatchObject({ companyId: acme.owner.companyId, userId: cora.userId });
  expect(await fixture.call(identity.scimUsers, {}, provider)).toMatchObject({ totalResults: 0 });
  await change(acme.owner, cora, 'manager');
  await expect(fixture.providerOf(token)).rejects.toMatchObject({ code: 'KEY_REVOKED' });
});

describe('settings of single sign-on that a co-owner began to change, where the provider or DNS answers late', () => {
  const connection = (issuer: string) => ({ issuer, clientId: 'hers', clientSecret, defaultRole: 'manager' });

  it.each<[string, (owner: UserActor, cora: UserActor) => Promise<unknown>]>([
    ['is removed', (owner, cora) => fixture.call(identity.removeMember, { id: cora.userId }, owner)],
    ['becomes a manager', (owner, cora) => change(owner, cora, 'manager')],
  ])('stay as they are if the person %s before', async (_how, dismiss) => {
    const { owner, cora } = await provided('co-owner');
    const hers = await fixture.call(identity.addSsoDomain, { domain: `${randomUUID()}.example` }, cora);
    const [verified, added] = hers.domains;
    fixture.dns.txt.set(added!.domain, [added!.record]);
    const before = await fixture.call(identity.sso, {}, owner);
    await dismiss(owner, cora);
    const calls = [
      () => fixture.call(identity.saveSso, connection(liar.issuer), cora),
      () => fixture.call(identity.verifySsoDomain, { id: added!.id }, cora),
      () => fixture.call(identity.addSsoDomain, { domain: `${randomUUID()}.example` }, cora),
      () => fixture.call(identity.removeSsoDomain, { id: verified!.id }, cora),
      () => fixture.call(identity.enforceSso, { enforced: true }, cora),
      () => fixture.call(identity.removeSso, {}, cora),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject(refused);
    expect(await fixture.call(identity.sso, {}, owner)).toEqual(before);
  });
});
