import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { startIdentityProvider, type IdentityProvider } from '@tradepost/testing/identity-provider';
import { waitFor } from '@tradepost/testing/wait-for';
import { anonymous, newEmail, password } from './fixture';
import { listedMembers } from './member-kit';
import { passkeysOf } from './passkey-kit';
import { browser, startSso, type SsoFixture } from './sso-kit';

let fixture: SsoFixture;
let provider: IdentityProvider;
let owner: UserActor & { companyId: string };
let domain: string;
/** Where the provider reports the end of a session. */
let reports: Server;
const logoutTokens: string[] = [];

beforeAll(async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  [fixture, provider] = await Promise.all([startSso(), startIdentityProvider()]);
  reports = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      logoutTokens.push(new URLSearchParams(body).get('logout_token')!);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(reports, 'listening');
  const { issuer, clientId, clientSecret } = provider;
  ({ owner, domain } = await fixture.connected(issuer, {
    clientId,
    clientSecret,
    defaultRole: null,
    claim: 'groups',
    mapping: [{ value: 'audit', role: 'auditor' }],
  }));
  const { redirectUri } = await fixture.call(identity.sso, {}, owner);
  await provider.register(redirectUri, `http://127.0.0.1:${(reports.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await Promise.all([fixture.stop(), provider.stop()]);
  reports.close();
});

const passkeys = passkeysOf(() => fixture);
let count = 0;
/** A person of the company that only the provider knows. */
function person(changed: Record<string, unknown> = {}) {
  const sub = `person-${(count += 1)}`;
  const email = `${sub}@${domain}`;
  const claims = { email, email_verified: true, given_name: 'Paula', family_name: 'Person', groups: ['audit'] };
  provider.people.set(sub, { ...claims, ...changed });
  return { sub, email };
}
async function enter({ sub, email }: { sub: string; email: string }) {
  const { url } = await fixture.start(email);
  return fixture.finish(owner.companyId, await provider.signIn(url, sub));
}
const isLive = async ({ sessionId }: UserActor) =>
  (await fixture.call(identity.actorOf, { sessionId, enforcesRoles: true }, { kind: 'system', service: 'gateway' }))
    .actor !== null;
const members = async () => (await listedMembers(fixture, owner)).map(({ email }) => email);

it('signs in a person without an invitation, as a member of this company and as nothing else', async () => {
  const paula = person();
  const { actor, user } = await enter(paula);
  expect(user).toMatchObject({
    email: paula.email,
    firstName: 'Paula',
    companyId: owner.companyId,
    roles: ['auditor'],
    sso: true,
  });
  expect(actor).toMatchObject({ companyId: owner.companyId, roles: ['auditor'], sso: true });
  expect(await members()).toContain(paula.email);
  expect(await fixture.call(identity.companies, {}, actor)).toMatchObject([
    { companyId: owner.companyId, current: true },
  ]);
  for (const [command, input] of [
    [identity.switchCompany, { companyId: null }],
    [identity.keys, {}],
    [identity.sessions, {}],
    [identity.startPasskey, { password }],
    [identity.requestDeletion, { password }],
    [identity.sso, {}],
  ] as const)
    await expect(fixture.call(command, input, actor)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  expect((await fixture.published(identityEvents.signedIn)).at(-1)).toMatchObject({
    by: 'sso',
    companyId: owner.companyId,
  });
  expect((await fixture.published(identityEvents.memberJoined)).at(-1)).toMatchObject({ email: paula.email });

  const again = await enter(paula);
  expect(again.actor.userId).toBe(actor.userId);
  expect((await members()).filter((email) => email === paula.email)).toHaveLength(1);
  await expect(fixture.login(paula.email, '')).rejects.toMatchObject({
    code: expect.stringMatching(/INVALID|BAD_CREDENTIALS/),
  });
  await expect(fixture.login(paula.email)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
});

it('refuses a person with groups that have no role, or with an address that is not verified', async () => {
  for (const [changed, code] of [
    [{ groups: ['staff'] }, 'SSO_ROLE_MISSING'],
    [{ groups: undefined }, 'SSO_ROLE_MISSING'],
    [{ email_verified: false }, 'SSO_EMAIL_UNVERIFIED'],
  ] as const) {
    const paula = person(changed);
    await expect(enter(paula)).rejects.toMatchObject({ code });
    expect(await members()).not.toContain(paula.email);
  }
});

it('links an existing account only while its owner is signed in', async () => {
  const email = newEmail('linked').replace(/@.*/, `@${domain}`);
  const existing = await fixture.member('receiver', 'Own Company', email);
  const { sub } = person({ email });
  await expect(enter({ sub, email })).rejects.toMatchObject({ code: 'SSO_ACCOUNT_EXISTS' });

  const link = async (login: string) => {
    const { url } = await fixture.call(identity.startSsoLink, { browser }, existing);
    return fixture.finish(owner.companyId, await provider.signIn(url, login));
  };
  await expect(link(person().sub)).rejects.toMatchObject({ code: 'SSO_REFUSED' });
  const paula = person();
  await enter(paula);
  await expect(link(paula.sub)).rejects.toMatchObject({ code: 'SSO_REFUSED' });
  const { actor } = await link(sub);
  expect(actor).toMatchObject({ userId: existing.userId, companyId: owner.companyId, roles: ['auditor'], sso: true });
  expect(await fixture.call(identity.companies, {}, actor)).toHaveLength(1);
  expect(await fixture.call(identity.companies, {}, existing)).toHaveLength(2);
  const elsewhere = await fixture.member('sender', 'Elsewhere');
  const further = await fixture.member('sender', 'Further');
  for (const by of [elsewhere, further])
    await fixture.call(identity.inviteMembers, { emails: [email], roles: ['auditor'] }, by);
  const [invitation] = await fixture.call(identity.receivedMemberInvitations, {}, existing);
  await fixture.call(identity.acceptMemberInvitation, { id: invitation!.id }, existing);
  expect(await fixture.call(identity.me, {}, existing)).toMatchObject({ memberships: 2, memberInvitations: 1 });
  expect(await fixture.call(identity.me, {}, actor)).toMatchObject({ memberships: 1, memberInvitations: 0 });
  expect((await enter({ sub, email })).actor.userId).toBe(existing.userId);

  const { url } = await fixture.call(identity.startSsoLink, { browser }, existing);
  const parameters = await provider.signIn(url, person({ email }).sub);
  await fixture.call(identity.logout, {}, existing);
  await expect(fixture.finish(owner.companyId, parameters)).rejects.toMatchObject({ code: 'SSO_EXPIRED' });
});

it('ends sessions with the membership, which the provider cannot renew', async () => {
  const paula = person();
  const { actor } = await enter(paula);
  await fixture.call(identity.removeMember, { id: actor.userId }, owner);
  expect(await isLive(actor)).toBe(false);
  await expect(enter(paula)).rejects.toMatchObject({ code: 'SSO_NOT_MEMBER' });
  await fixture.call(identity.inviteMembers, { emails: [paula.email], roles: ['auditor'] }, owner);
  expect((await enter(paula)).actor.userId).toBe(actor.userId);
});

it('does not let a removed member come back by a link with a new name at the provider', async () => {
  const paula = person();
  const { actor } = await enter(paula);
  const ticket = await fixture.ticketFor(paula.email);
  await fixture.call(identity.resetPassword, { email: paula.email, password }, ticket);
  await fixture.call(identity.removeMember, { id: actor.userId }, owner);
  const own = (await fixture.bearer((await fixture.login(paula.email, password, 'receiver')).token))!;
  const { sub } = person({ email: paula.email });
  const link = async () => {
    const { url } = await fixture.call(identity.startSsoLink, { browser }, own);
    return fixture.finish(owner.companyId, await provider.signIn(url, sub));
  };
  await expect(link()).rejects.toMatchObject({ code: 'SSO_NOT_MEMBER' });
  expect(await members()).not.toContain(paula.email);
  await fixture.call(identity.inviteMembers, { emails: [paula.email], roles: ['auditor'] }, owner);
  expect((await link()).actor).toMatchObject({ userId: actor.userId, companyId: owner.companyId });
});

it('does not let a removed member who had joined by invitation come back by a first link', async () => {
  const { sub, email } = person();
  const own = await fixture.member('receiver', 'Invited', email);
  const invite = () => fixture.call(identity.inviteMembers, { emails: [email], roles: ['auditor'] }, owner);
  const link = async () => {
    const { url } = await fixture.call(identity.startSsoLink, { browser }, own);
    return fixture.finish(owner.companyId, await provider.signIn(url, sub));
  };
  await invite();
  const [invitation] = await fixture.call(identity.receivedMemberInvitations, {}, own);
  await fixture.call(identity.acceptMemberInvitation, { id: invitation!.id }, own);
  await fixture.call(identity.removeMember, { id: own.userId }, owner);
  await expect(link()).rejects.toMatchObject({ code: 'SSO_NOT_MEMBER' });
  expect(await members()).not.toContain(email);
  await invite();
  expect((await link()).actor).toMatchObject({ userId: own.userId, companyId: owner.companyId });
});

it('gives the default role to a person who has left the group of another one', async () => {
  const groups = { claim: 'groups', mapping: [{ value: 'audit', role: 'approver' as const }] };
  const { issuer, clientId } = provider;
  const save = (changed: object) => fixture.call(identity.saveSso, { issuer, clientId, ...changed }, owner);
  await save({ ...groups, defaultRole: 'auditor' });
  const paula = person();
  const { actor: first } = await enter(paula);
  expect(first.roles).toEqual(['approver']);
  provider.people.set(paula.sub, { ...provider.people.get(paula.sub), groups: [] });
  expect((await enter(paula)).actor.roles).toEqual(['auditor']);
  // gateways and the log hear of it
  const changes = await fixture.published(identityEvents.memberRolesChanged);
  expect(changes.filter(({ userId }) => userId === first.userId)).toMatchObject([
    { before: ['approver'], roles: ['auditor'], by: 'sso', companyId: owner.companyId, email: first.email },
  ]);
  // without a claim the provider says nothing about roles
  provider.people.set(paula.sub, { ...provider.people.get(paula.sub), groups: ['audit'] });
  expect((await enter(paula)).actor.roles).toEqual(['approver']);
  await save({ defaultRole: 'auditor' });
  expect((await enter(paula)).actor.roles).toEqual(['approver']);
  await save({ claim: 'groups', mapping: [{ value: 'audit', role: 'auditor' }] });
});

it('can be required of members with an address of the company, at once', async () => {
  const inside = await fixture.member('receiver', 'Inside', `inside.${Date.now()}@${domain}`);
  const outside = await fixture.member('receiver', 'Outside');
  await fixture.call(identity.inviteMembers, { emails: [inside.email, outside.email], roles: ['auditor'] }, owner);
  const act = async (who: UserActor) => {
    const [invitation] = await fixture.call(identity.receivedMemberInvitations, {}, who);
    if (invitation) await fixture.call(identity.acceptMemberInvitation, { id: invitation.id }, who);
    const { token } = await fixture.call(identity.switchCompany, { companyId: owner.companyId }, who);
    return (await fixture.bearer(token))!;
  };
  const [member, guest] = [await act(inside), await act(outside)];
  const { actor: bySso } = await enter(person());
  await fixture.call(identity.enforceSso, { enforced: true }, owner);
  expect([await isLive(member), await isLive(guest), await isLive(bySso), await isLive(owner)]).toEqual([
    false,
    true,
    true,
    true,
  ]);
  const ended = (await fixture.published(identityEvents.sessionEnded)).map(({ sessionId }) => sessionId);
  expect(ended).toContain(member.sessionId);

  const { token } = await fixture.login(inside.email, password, 'receiver');
  const own = (await fixture.bearer(token))!;
  expect(own.companyId).toBe(inside.companyId);
  await expect(act(own)).rejects.toMatchObject({ code: 'SSO_REQUIRED' });
  await expect(fixture.login(inside.email, password, 'sender')).rejects.toMatchObject({ code: 'SSO_REQUIRED' });
  const { authenticator } = await passkeys.add(own);
  await expect(passkeys.signIn(authenticator)).rejects.toMatchObject({ code: 'SSO_REQUIRED' });
  expect((await fixture.login(owner.email)).user.companyId).toBe(owner.companyId);
  await fixture.call(identity.enforceSso, { enforced: false }, owner);
  await act(own);
});

it('ends the session when the provider reports its end, once', async () => {
  const [paula, other] = [person(), person()];
  const { actor: untouched } = await enter(other);
  await provider.signOut();
  const { actor } = await enter(paula);
  const before = logoutTokens.length;
  await provider.signOut();
  await waitFor(() => logoutTokens.length > before);
  const logoutToken = logoutTokens.at(-1)!;
  const report = (companyId: string) => fixture.call(identity.ssoLogout, { companyId, logoutToken }, anonymous);
  await expect(report((await fixture.withDomain()).owner.companyId)).rejects.toMatchObject({ code: 'INVALID' });
  expect(await isLive(actor)).toBe(true);
  await report(owner.companyId);
  expect([await isLive(actor), await isLive(untouched)]).toEqual([false, true]);
  await expect(report(owner.companyId)).rejects.toMatchObject({
    code: 'INVALID',
    message: 'This logout token was used before',
  });
});

it('lets nobody in while the owner of the company is suspended, also not with a sign-in begun before', async () => {
  const { sub, email } = person();
  const { url } = await fixture.start(email);
  const admin = { ...(await fixture.member()), userType: 'admin' as const, companyId: null };
  await fixture.call(identity.suspend, { id: owner.userId, reason: 'Unpaid' }, admin);
  const finished = fixture.finish(owner.companyId, await provider.signIn(url, sub));
  await expect(finished).rejects.toMatchObject({ code: 'SSO_NOT_MEMBER' });
  await expect(fixture.start(email)).rejects.toMatchObject({ code: 'SSO_UNKNOWN' });
  await fixture.call(identity.restore, { id: owner.userId }, admin);
  expect((await enter({ sub, email })).user).toMatchObject({ email });
  const { token } = await fixture.login(owner.email, password);
  owner = { ...owner, sessionId: (await fixture.bearer(token))!.sessionId };
});

it('ends all of its sessions with the connection', async () => {
  const { actor } = await enter(person());
  await fixture.call(identity.removeSso, {}, owner);
  expect([await isLive(actor), await isLive(owner)]).toEqual([false, true]);
});
