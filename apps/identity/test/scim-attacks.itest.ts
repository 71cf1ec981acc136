import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { AppError } from '@tradepost/contracts/errors';
import { sql } from '@tradepost/service-kit/database/sql';
import { tablesWith } from '@tradepost/testing/tables-with';
import fc from 'fast-check';
import { AccountRow } from '../src/account/account.entity';
import { newToken, startScim, type ScimCompanyUnderTest, type ScimFixture } from './scim-kit';
import { outcome } from './sso-liars';

let fixture: ScimFixture;
let acme: ScimCompanyUnderTest;
let bright: ScimCompanyUnderTest;
beforeAll(async () => {
  fixture = await startScim({ SCIM_CALLS_PER_COMPANY: '100000' });
  [acme, bright] = [await fixture.company(), await fixture.company()];
});
afterAll(() => fixture.stop());

const off = { op: 'replace', value: { active: false } };
const missing = '01890a5d-ac96-774b-bcce-b302099a8058';

/** Every call that names a person or a group, by another company's token. */
const callsOf = (
  userId: string,
  userName: string,
  groupId: string,
  by: UserActor,
): [string, () => Promise<unknown>][] => {
  const operations = [off];
  const renamed = [{ op: 'replace', path: 'displayName', value: 'manager' }];
  return [
    ['scimUser', () => fixture.call(identity.scimUser, { id: userId }, by)],
    ['replaceScimUser', () => fixture.call(identity.replaceScimUser, { id: userId, userName, active: false }, by)],
    ['patchScimUser', () => fixture.call(identity.patchScimUser, { id: userId, operations }, by)],
    ['deleteScimUser', () => fixture.call(identity.deleteScimUser, { id: userId }, by)],
    ['scimGroup', () => fixture.call(identity.scimGroup, { id: groupId }, by)],
    ['replaceScimGroup', () => fixture.call(identity.replaceScimGroup, { id: groupId, displayName: 'manager' }, by)],
    ['patchScimGroup', () => fixture.call(identity.patchScimGroup, { id: groupId, operations: renamed }, by)],
    ['deleteScimGroup', () => fixture.call(identity.deleteScimGroup, { id: groupId }, by)],
  ];
};

describe('the token of another company', () => {
  it('sees and changes nobody', async () => {
    const user = await acme.addUser();
    const group = await acme.addGroup('uploader', user.id);
    for (const [name, call] of callsOf(user.id, user.userName, group.id, bright.provider))
      expect([name, await outcome(call())]).toEqual([name, 'NOT_FOUND']);
    for (const [name, call] of callsOf(missing, user.userName, 'no id', bright.provider))
      expect([name, await outcome(call())]).toEqual([name, 'NOT_FOUND']);
    const filter = `userName eq "${user.userName}"`;
    expect(await fixture.call(identity.scimUsers, { filter }, bright.provider)).toMatchObject({ totalResults: 0 });
    expect(await fixture.call(identity.scimUsers, {}, bright.provider)).toMatchObject({ totalResults: 0 });
    expect(await fixture.call(identity.scimGroups, {}, bright.provider)).toMatchObject({ totalResults: 0 });
    expect(await acme.rolesOf(user.userName)).toEqual(['uploader']);
  });

  it('renames nobody of a domain that it has lost to the present company', async () => {
    const [former, present] = [await fixture.company(), await fixture.company()];
    const user = await former.addUser({ name: { givenName: 'Paula', familyName: 'Person' } });
    await fixture.moveDomain(former.domain, present.owner);
    const { id } = await present.addUser({ userName: user.userName });
    const operation = { op: 'replace', path: 'name.givenName', value: 'Mallory' };
    await former.patchUser(user.id, operation);
    const { name } = await fixture.call(identity.scimUser, { id }, present.provider);
    expect(name).toEqual({ givenName: 'Paula', familyName: 'Person' });
    expect((await present.patchUser(id, { ...operation, value: 'Pia' })).name?.givenName).toBe('Pia');
  });

  it('cannot put people of others into its groups', async () => {
    const user = await acme.addUser();
    const unknown = { code: 'INVALID', message: 'members contains a person who was not added' };
    await expect(bright.addGroup('manager', user.id)).rejects.toMatchObject(unknown);
    const group = await bright.addGroup('downloader');
    const add = { op: 'add', path: 'members', value: [{ value: user.id }] };
    expect(await outcome(bright.patchGroup(group.id, add))).toBe('INVALID');
    const remove = { op: 'remove', path: `members[value eq "${user.id}"]` };
    expect(await outcome(bright.patchGroup(group.id, remove))).toBe('ok');
    expect(await acme.rolesOf(user.userName)).toEqual(['auditor']);
    expect(await fixture.call(identity.scimGroups, {}, bright.provider)).toMatchObject({ totalResults: 1 });
  });

  it('of a person in both companies ends one membership only', async () => {
    const email = acme.newAddress();
    const person = await fixture.member('receiver', 'Own Company', email);
    const user = await acme.addUser({ userName: email });
    await fixture.call(identity.inviteMembers, { emails: [email], roles: ['manager'] }, bright.owner);
    const [invitation] = await fixture.call(identity.receivedMemberInvitations, {}, person);
    await fixture.call(identity.acceptMemberInvitation, { id: invitation!.id }, person);
    expect(await outcome(bright.addUser({ userName: email }))).toBe('INVALID');
    await acme.patchUser(user.id, off);
    expect([await acme.rolesOf(email), await bright.rolesOf(email)]).toEqual([undefined, ['manager']]);
  });
});

describe('an address of a domain that the company has not verified', () => {
  it.each(['other.example', 'sub.DOMAIN', 'DOMAIN.evil.example'])(
    '%s is refused, and no account is made',
    async (name) => {
      const userName = `person@${name.replace('DOMAIN', acme.domain)}`;
      expect(await outcome(acme.addUser({ userName }))).toBe('INVALID');
      expect(await outcome(acme.addUser({ userName: acme.newAddress(), emails: [{ value: userName }] }))).toBe('ok');
      expect(await sql(fixture.db.read).countBy(AccountRow, { email: userName })).toBe(0);
    },
  );

  it('cannot take the place of the one of a person', async () => {
    const user = await acme.addUser();
    const userName = 'boss@other.example';
    const { id } = user;
    expect(await outcome(acme.patchUser(id, { op: 'replace', path: 'userName', value: userName }))).toBe('SCIM_FIXED');
    expect(await outcome(fixture.call(identity.replaceScimUser, { id, userName }, acme.provider))).toBe('SCIM_FIXED');
  });

  it('is neither activated nor given a role after the domain is lost, but deactivated', async () => {
    const company = await fixture.company();
    const [active, inactive] = [await company.addUser(), await company.addUser({ active: false })];
    const group = await company.addGroup('manager');
    const { domains } = await fixture.call(identity.sso, {}, company.owner);
    await fixture.call(identity.removeSsoDomain, { id: domains[0]!.id }, company.owner);
    const on = { op: 'replace', value: { active: true } };
    expect(await outcome(company.patchUser(inactive.id, on))).toBe('INVALID');
    const add = { op: 'add', path: 'members', value: [{ value: active.id }] };
    expect(await outcome(company.patchGroup(group.id, add))).toBe('INVALID');
    expect(await outcome(company.addUser())).toBe('INVALID');
    expect(await company.patchUser(active.id, off)).toMatchObject({ active: false });
    expect(await outcome(fixture.call(identity.createScimToken, newToken, company.owner))).toBe('SSO_DOMAIN_MISSING');
  });
});

describe('the owner', () => {
  it('cannot be deactivated or deleted, and keeps the role whatever the groups', async () => {
    const domain = 'owner-scim.example';
    const company = await fixture.withToken(await fixture.withDomain(domain, `boss@${domain}`));
    const user = await company.addUser({ userName: company.owner.email });
    expect(user.active).toBe(true);
    const replaced = { id: user.id, userName: user.userName, active: 'false' };
    for (const call of [
      () => company.patchUser(user.id, off),
      () => fixture.call(identity.replaceScimUser, replaced, company.provider),
      () => fixture.call(identity.deleteScimUser, { id: user.id }, company.provider),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'SCIM_OWNER', status: 409 });
    await company.addGroup('auditor', user.id);
    expect(await company.rolesOf(user.userName)).toEqual(['owner']);
    const added = { userName: `boss@${domain}`, active: false };
    expect(await outcome(company.addUser(added))).toBe('SCIM_EXISTS');
  });

  it('is a role of no group', async () => {
    const user = await acme.addUser();
    for (const name of ['owner', 'Owner', 'OWNER', 'constructor', 'admin', ' owner '])
      expect(await outcome(acme.addGroup(name, user.id))).toBe('INVALID');
    const group = await acme.addGroup('approver', user.id);
    const rename = { op: 'replace', value: { displayName: 'owner' } };
    expect(await outcome(acme.patchGroup(group.id, rename))).toBe('INVALID');
    const replaced = { id: group.id, displayName: 'owner', members: [{ value: user.id }] };
    expect(await outcome(fixture.call(identity.replaceScimGroup, replaced, acme.provider))).toBe('INVALID');
    expect(await outcome(acme.patchUser(user.id, { op: 'add', path: 'roles', value: ['owner'] }))).toBe('ok');
    expect(await acme.rolesOf(user.userName)).toEqual(['approver']);
  });
});

it('adds no account for an address that mail servers refuse', async () => {
  for (const local of ['.dot', 'dot.', 'two..dots', 'l'.repeat(65), 'zoë']) {
    const userName = `${local}@${acme.domain}`;
    expect([userName, await outcome(acme.addUser({ userName }))]).toEqual([userName, 'INVALID']);
    expect(await tablesWith(fixture.db, userName)).toEqual([]);
  }
  expect(await outcome(acme.addUser({ userName: `${'l'.repeat(64)}@${acme.domain}` }))).toBe('ok');
});

it('does not make an admin a member', async () => {
  const email = acme.newAddress();
  const admin = await fixture.member('sender', 'Later an admin', email);
  await sql(fixture.db.read).update(AccountRow, admin.userId, { userType: 'admin' });
  expect(await outcome(acme.addUser({ userName: email }))).toBe('INVALID');
  expect(await acme.rolesOf(email)).toBeUndefined();
});

it('makes one account of two calls at once', async () => {
  const userName = acme.newAddress();
  const outcomes = await Promise.all([1, 2, 3].map(() => outcome(acme.addUser({ userName }))));
  expect(outcomes.sort()).toEqual(['SCIM_EXISTS', 'SCIM_EXISTS', 'ok']);
});

describe('generated input', () => {
  const expected = ['ok', 'INVALID', 'SCIM_PATH', 'SCIM_FILTER', 'SCIM_FIXED'];
  /** Fails for an error that is none of the contract, such as one of the database. */
  const answerOf = (run: Promise<unknown>) =>
    run.then(
      () => 'ok',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );
  const paths = [
    'active',
    'name',
    'members',
    'members[value eq "x"]',
    'emails[type eq "work"].value',
    'userName',
    'x[',
  ];
  const path = fc.oneof(fc.constantFrom(...paths), fc.string());
  const op = fc.oneof(fc.constantFrom('add', 'Replace', 'REMOVE'), fc.string());
  const operation = fc.record({ op, path, value: fc.jsonValue({ maxDepth: 3 }) }, { requiredKeys: ['op'] });
  const operations = fc.array(operation, { minLength: 1, maxLength: 5 });

  it('of operations is refused with an error of the contract, or changes what it names and no roles', async () => {
    const user = await acme.addUser();
    const group = await acme.addGroup('downloader');
    await fc.assert(
      fc.asyncProperty(operations, async (given) => {
        expect(expected).toContain(await answerOf(acme.patchUser(user.id, ...given)));
        expect(expected).toContain(await answerOf(acme.patchGroup(group.id, ...given)));
      }),
      { numRuns: 60 },
    );
    expect(await fixture.call(identity.scimGroup, { id: group.id }, acme.provider)).toMatchObject({
      displayName: 'downloader',
      members: [],
    });
    expect([['auditor'], undefined]).toContainEqual(await acme.rolesOf(user.userName));
  });

  it('of people and filters is refused with an error of the contract', async () => {
    const address = fc.oneof(fc.constant(`a@${acme.domain}`), fc.string(), fc.jsonValue());
    const person = fc.record(
      { userName: address, externalId: fc.jsonValue(), active: fc.jsonValue(), name: fc.jsonValue() },
      { requiredKeys: [] },
    );
    const filter = fc.oneof(
      fc.string(),
      fc.string().map((text) => `userName eq ${JSON.stringify(text)}`),
      fc.string().map((text) => `externalId eq "${text}"`),
    );
    await fc.assert(
      fc.asyncProperty(person, filter, async (given, asked) => {
        const made = fixture.call(identity.createScimUser, given as never, acme.provider);
        expect([...expected, 'SCIM_EXISTS']).toContain(await answerOf(made));
        const found = fixture.call(identity.scimUsers, { filter: asked }, acme.provider);
        expect(expected).toContain(await answerOf(found));
      }),
      { numRuns: 80 },
    );
  });
});
