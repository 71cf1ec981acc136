import { createHash } from 'node:crypto';
import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { OutboxRow } from '@tradepost/service-kit/database/kit.entities';
import { sql } from '@tradepost/service-kit/database/sql';
import { userActor } from '@tradepost/testing/service-harness';
import { tablesWith } from '@tradepost/testing/tables-with';
import { DeletionSweeper } from '../src/deletion/deletion.sweeper';
import { password } from './fixture';
import { listedMembers } from './member-kit';
import { newToken, startScim, system, type ScimCompanyUnderTest, type ScimFixture } from './scim-kit';
import { startLiar } from './sso-kit';
import { outcome } from './sso-liars';

let fixture: ScimFixture;
let acme: ScimCompanyUnderTest;
beforeAll(async () => {
  fixture = await startScim({ ACCOUNT_DELETION_DAYS: '0' });
  acme = await fixture.company();
});
afterAll(() => fixture.stop());

const isLive = async ({ sessionId }: UserActor) =>
  (await fixture.call(identity.actorOf, { sessionId, enforcesRoles: true }, system)).actor !== null;

/** A person with a password and an account of their own, who becomes a member by SCIM, with a session for the company. */
async function withSession(company: ScimCompanyUnderTest) {
  const email = company.newAddress();
  const person = await fixture.member('receiver', 'Own Company', email);
  const user = await company.addUser({ userName: email });
  const { token } = await fixture.call(identity.switchCompany, { companyId: company.owner.companyId }, person);
  return { email, person, user, session: (await fixture.bearer(token))! };
}

describe('a SCIM token', () => {
  it('is shown once, stored as a hash, listed with its last use, and no API key of the other list', async () => {
    const { owner, token } = acme;
    const { baseUrl, tokens } = await fixture.call(identity.scimTokens, {}, owner);
    expect(baseUrl).toBe('https://tradepost.test/api/scim/v2');
    expect(tokens).toMatchObject([{ name: newToken.name, lastUsedIp: '192.0.2.9', revokedAt: null }]);
    expect(await fixture.call(identity.apiKeys, {}, owner)).toEqual([]);
    const secret = token.slice(36, -8);
    const rows = JSON.stringify(await sql(fixture.db.read).query('SELECT * FROM api_key'));
    expect(rows).toContain(createHash('sha256').update(secret).digest('hex'));
    expect(rows).not.toContain(secret);
    expect(JSON.stringify(await sql(fixture.db.read).find(OutboxRow))).not.toContain(secret);
  });

  it('needs the password of the owner and a verified domain', async () => {
    const create = (who: UserActor, given: object = {}) =>
      fixture.call(identity.createScimToken, { ...newToken, ...given }, who);
    await expect(create(acme.owner, { password: 'wrong' })).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
    const other = await fixture.member();
    await expect(create(other)).rejects.toMatchObject({ code: 'SSO_DOMAIN_MISSING' });
    await fixture.call(identity.addSsoDomain, { domain: 'unverified.example' }, other);
    await expect(create(other)).rejects.toMatchObject({ code: 'SSO_DOMAIN_MISSING' });
    await expect(create({ ...acme.owner, roles: ['manager'] })).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });

  it('is good for SCIM only, and nothing else is', async () => {
    const { provider, owner } = acme;
    const others = [identity.members, identity.apiKeys, identity.ownKey, identity.ledger, identity.scimTokens] as const;
    for (const command of others)
      await expect(fixture.call(command, {}, provider)).rejects.toMatchObject({ code: 'KEY_SCOPE' });
    await expect(fixture.call(identity.createScimToken, newToken, provider)).rejects.toMatchObject({
      code: 'KEY_SCOPE',
    });
    await expect(fixture.call(identity.scimUsers, {}, owner)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    const key = { ...provider.key!, scopes: ['read', 'upload', 'deliver', 'accept'] as const };
    await expect(fixture.call(identity.scimUsers, {}, { ...provider, key })).rejects.toMatchObject({
      code: 'KEY_SCOPE',
    });
  });

  it('stops once it is revoked', async () => {
    const { token, owner } = await fixture.company();
    const { tokens } = await fixture.call(identity.scimTokens, {}, owner);
    await fixture.call(identity.revokeApiKey, { id: tokens[0]!.id }, owner);
    await expect(fixture.providerOf(token)).rejects.toMatchObject({ code: 'KEY_REVOKED' });
  });
});

describe('a person', () => {
  it('becomes a member with a new account and the least role, and is found by name and external id', async () => {
    const userName = acme.newAddress();
    const name = { givenName: 'Paula', familyName: 'Person' };
    const user = await acme.addUser({ userName, externalId: 'ext-1', name, title: 'Boss', roles: ['owner'] });
    expect(user).toMatchObject({ userName, externalId: 'ext-1', name, displayName: 'Paula Person', active: true });
    expect(user.meta.location).toBe(`https://tradepost.test/api/scim/v2/Users/${user.id}`);
    expect(await acme.rolesOf(userName)).toEqual(['auditor']);
    const find = (filter: string, more = {}) => fixture.call(identity.scimUsers, { filter, ...more }, acme.provider);
    expect((await find(`userName eq "${userName.toUpperCase()}"`)).Resources).toEqual([user]);
    expect((await find('externalId eq "ext-1"')).Resources).toEqual([user]);
    expect(await find('userName eq "nobody"')).toMatchObject({ totalResults: 0, Resources: [] });
    expect((await find('externalId eq "ext-1"', { attributes: 'userName' })).Resources).toEqual([
      { schemas: user.schemas, id: user.id, userName },
    ]);
    await expect(acme.addUser({ userName })).rejects.toMatchObject({ code: 'SCIM_EXISTS' });
  });

  it('is listed in pages', async () => {
    const company = await fixture.company();
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await company.addUser()).id);
    const page = (asked: Record<string, unknown>) => fixture.call(identity.scimUsers, asked, company.provider);
    const second = await page({ startIndex: '2', count: '1' });
    expect(second).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 });
    expect(second.Resources.map(({ id }) => id)).toEqual([ids[1]]);
    expect(await page({ count: -5 })).toMatchObject({ totalResults: 3, itemsPerPage: 0, Resources: [] });
    expect((await page({ startIndex: -1 })).Resources.map(({ id }) => id)).toEqual(ids);
    await expect(page({ count: 'many' })).rejects.toMatchObject({ code: 'INVALID' });
  });

  it.each([
    ['Okta', { op: 'replace', value: { active: false } }, { op: 'replace', value: { active: true } }],
    ['Entra ID', { op: 'Replace', path: 'active', value: 'False' }, { op: 'Add', path: 'active', value: 'True' }],
  ])('loses the sessions for this company only, at once, and comes back as %s says', async (_name, off, on) => {
    const { email, person, user, session } = await withSession(acme);
    expect(await isLive(session)).toBe(true);
    expect(await acme.patchUser(user.id, off)).toMatchObject({ active: false });
    expect([await isLive(session), await acme.rolesOf(email)]).toEqual([false, undefined]);
    const { user: own } = await fixture.login(email, password, 'receiver');
    expect(own.companyId).toBe(person.companyId);
    expect(await acme.patchUser(user.id, off)).toMatchObject({ active: false });
    expect(await acme.patchUser(user.id, on)).toMatchObject({ active: true });
    expect(await acme.rolesOf(email)).toEqual(['auditor']);
  });

  it('is deactivated by PUT and DELETE too, and can be added again', async () => {
    const { email, user, session } = await withSession(acme);
    await fixture.call(identity.replaceScimUser, { id: user.id, userName: email, active: false }, acme.provider);
    expect(await isLive(session)).toBe(false);
    await fixture.call(identity.replaceScimUser, { id: user.id, userName: email, active: true }, acme.provider);
    await fixture.call(identity.deleteScimUser, { id: user.id }, acme.provider);
    expect(await acme.rolesOf(email)).toBeUndefined();
    await expect(fixture.call(identity.scimUser, { id: user.id }, acme.provider)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await acme.addUser({ userName: email, active: false })).active).toBe(false);
    expect(await acme.rolesOf(email)).toBeUndefined();
  });

  it('changes name and external id; a person with a password keeps the name', async () => {
    const user = await acme.addUser({ name: { givenName: 'Paula', familyName: 'Person' } });
    const married = { op: 'Replace', value: { 'name.familyName': 'Married', externalId: 'ext-2', nickName: 'P' } };
    expect(await acme.patchUser(user.id, married)).toMatchObject({
      name: { givenName: 'Paula', familyName: 'Married' },
      externalId: 'ext-2',
    });
    const { user: own } = await withSession(acme);
    expect((await acme.patchUser(own.id, married)).name).toEqual(own.name);
  });

  it('who is a member already keeps the roles, and an invited one needs no acceptance any more', async () => {
    const invite = (email: string) =>
      fixture.call(identity.inviteMembers, { emails: [email], roles: ['manager'] }, acme.owner);
    const email = acme.newAddress();
    const person = await fixture.member('receiver', 'Own Company', email);
    await invite(email);
    const [invitation] = await fixture.call(identity.receivedMemberInvitations, {}, person);
    await fixture.call(identity.acceptMemberInvitation, { id: invitation!.id }, person);
    await acme.addUser({ userName: email });
    expect(await acme.rolesOf(email)).toEqual(['manager']);
    const invited = acme.newAddress();
    await invite(invited);
    await acme.addUser({ userName: invited });
    expect(await fixture.call(identity.memberInvitations, {}, acme.owner)).toEqual([]);
  });

  it('removed by a person comes back only by an invitation', async () => {
    const { email, user } = await withSession(acme);
    const { id } = (await listedMembers(fixture, acme.owner)).find((one) => one.email === email)!;
    await fixture.call(identity.removeMember, { id }, acme.owner);
    const on = { op: 'replace', value: { active: true } };
    expect(await acme.patchUser(user.id, { op: 'replace', value: { active: false } })).toMatchObject({ active: false });
    await expect(acme.patchUser(user.id, on)).rejects.toMatchObject({ code: 'SCIM_REMOVED', status: 409 });
    await fixture.call(identity.deleteScimUser, { id: user.id }, acme.provider);
    await expect(acme.addUser({ userName: email })).rejects.toMatchObject({ code: 'SCIM_REMOVED' });
    await fixture.call(identity.inviteMembers, { emails: [email], roles: ['auditor'] }, acme.owner);
    expect(await acme.addUser({ userName: email })).toMatchObject({ active: true });
  });

  it('is published as suspended if an admin has suspended the account', async () => {
    const email = acme.newAddress();
    const { userId } = await fixture.member('receiver', 'Own Company', email);
    await fixture.call(identity.suspend, { id: userId, reason: 'Unpaid' }, userActor({ userType: 'admin' }));
    await acme.addUser({ userName: email });
    await acme.addUser();
    const [suspended, other] = (await fixture.published(identityEvents.memberJoined)).slice(-2);
    expect(suspended).toMatchObject({ userId, suspended: true });
    expect(other).not.toHaveProperty('suspended');
  });

  it('is in the log with the name of the token', async () => {
    const { owner, ...company } = await fixture.withToken(await fixture.withDomain(), 'Okta of Acme');
    const user = await company.addUser();
    await company.patchUser(user.id, { op: 'replace', value: { active: false } });
    const rows = await sql(fixture.db.read).find(OutboxRow);
    const of = (subject: string) =>
      rows.filter((row) => row.subject === subject && (row.payload as { email?: string }).email === user.userName);
    for (const { subject } of [identityEvents.memberJoined, identityEvents.memberRemoved])
      expect(of(subject).map(({ meta }) => (meta as { actor: unknown }).actor)).toMatchObject([
        { email: owner.email, key: { name: 'Okta of Acme' } },
      ]);
  });

  it('leaves nothing behind when the account is deleted', async () => {
    const { person, user } = await withSession(acme);
    const externalId = `external-${user.id}`;
    await acme.patchUser(user.id, { op: 'add', path: 'externalId', value: externalId });
    await acme.addGroup('uploader', user.id);
    expect(await tablesWith(fixture.db, externalId)).toEqual(['scim_user']);
    await fixture.call(identity.requestDeletion, { password }, person);
    await fixture.app.get(DeletionSweeper).sweep();
    expect(await tablesWith(fixture.db, externalId)).toEqual([]);
    const left = await sql(fixture.db.read).query('SELECT 1 FROM scim_group_member WHERE account_id = $1', [
      person.userId,
    ]);
    expect(left).toEqual([]);
  });
});

describe('a group', () => {
  it('gives the role of its name to its members, and takes it back', async () => {
    const company = await fixture.company();
    const [one, two] = [await company.addUser(), await company.addUser()];
    const group = await company.addGroup('Manager', one.id);
    expect(group).toMatchObject({ displayName: 'Manager', members: [{ value: one.id, display: one.userName }] });
    expect(await company.rolesOf(one.userName)).toEqual(['manager']);
    const uploaders = await company.addGroup('uploader', one.id);
    expect(await company.rolesOf(one.userName)).toEqual(['manager', 'uploader']);
    await company.patchGroup(group.id, { op: 'Add', path: 'members', value: [{ value: two.id }] });
    await company.patchGroup(group.id, { op: 'Remove', path: `members[value eq "${one.id}"]` });
    expect([await company.rolesOf(one.userName), await company.rolesOf(two.userName)]).toEqual([
      ['uploader'],
      ['manager'],
    ]);
    await company.patchGroup(uploaders.id, { op: 'Remove', path: 'members', value: [{ value: one.id }] });
    expect(await company.rolesOf(one.userName)).toEqual(['auditor']);
    await company.patchGroup(group.id, { op: 'replace', value: { displayName: 'downloader', id: group.id } });
    expect(await company.rolesOf(two.userName)).toEqual(['downloader']);
    const shown = await fixture.call(identity.scimUser, { id: two.id }, company.provider);
    expect(shown.groups).toEqual([{ value: group.id, display: 'downloader' }]);
    await fixture.call(identity.deleteScimGroup, { id: group.id }, company.provider);
    expect(await company.rolesOf(two.userName)).toEqual(['auditor']);
  });

  it('is found by its name, without its members if these are left out', async () => {
    const company = await fixture.company();
    const user = await company.addUser();
    const group = await company.addGroup('approver', user.id);
    const find = (asked: Record<string, unknown>) => fixture.call(identity.scimGroups, asked, company.provider);
    expect((await find({ filter: 'displayName eq "Approver"' })).Resources).toEqual([group]);
    const [without] = (await find({ excludedAttributes: 'members' })).Resources;
    expect(without).toMatchObject({ id: group.id, displayName: 'approver' });
    expect(without).not.toHaveProperty('members');
    await expect(company.addGroup('APPROVER')).rejects.toMatchObject({ code: 'SCIM_EXISTS' });
    const replaced = { id: group.id, displayName: 'approver', members: [] };
    expect(await fixture.call(identity.replaceScimGroup, replaced, company.provider)).toMatchObject({ members: [] });
    expect(await company.rolesOf(user.userName)).toEqual(['auditor']);
  });
});

it('describes itself', async () => {
  const config = await fixture.call(identity.scimConfig, {}, acme.provider);
  expect(config).toMatchObject({ patch: { supported: true }, filter: { supported: true, maxResults: 200 } });
  const types = await fixture.call(identity.scimResourceTypes, {}, acme.provider);
  const schemas = await fixture.call(identity.scimSchemas, {}, acme.provider);
  expect(types.Resources.map(({ schema }) => schema)).toEqual(schemas.Resources.map(({ id }) => id));
});

it('counts the calls of a company', async () => {
  const limited = await startScim({ SCIM_CALLS_PER_COMPANY: '2' });
  const { provider } = await limited.company();
  const codes: string[] = [];
  for (let n = 0; n < 3; n += 1)
    codes.push(await outcome(limited.call(identity.scimUsers, { filter: 'bad' }, provider)));
  await limited.stop();
  expect(codes).toEqual(['SCIM_FILTER', 'SCIM_FILTER', 'TOO_MANY']);
});

it('signs in a person that SCIM has added with single sign-on, and nobody that it has deactivated', async () => {
  const liar = await startLiar();
  const company = await fixture.withToken(await fixture.connected(liar.issuer));
  const user = await company.addUser();
  await company.addGroup('uploader', user.id);
  const enter = async () => {
    const { state, nonce } = await fixture.start(user.userName);
    Object.assign(liar, { nonce, claims: { sub: 'person', email: user.userName } });
    return fixture.finish(company.owner.companyId, { code: 'code', state, iss: liar.issuer });
  };
  const { actor } = await enter();
  expect(actor).toMatchObject({ companyId: company.owner.companyId, roles: ['uploader'], sso: true });
  await company.patchUser(user.id, { op: 'replace', value: { active: false } });
  expect(await isLive(actor)).toBe(false);
  await expect(enter()).rejects.toMatchObject({ code: 'SSO_NOT_MEMBER' });
  await company.patchUser(user.id, { op: 'replace', value: { active: true } });
  expect((await enter()).actor.roles).toEqual(['uploader']);
  liar.stop();
});
