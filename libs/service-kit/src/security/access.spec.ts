import { keyScopes, type KeyScope, type UserActor, type UserType } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { permissionNames, type Role } from '@tradepost/contracts/roles';
import { accessOf, routes, type Route } from '@tradepost/contracts/routes';
import { admit } from './access';

const person = (userType: UserType): UserActor => ({
  kind: 'user',
  userId: 'u',
  sessionId: 's',
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Sender',
  companyId: 'c',
  companyName: 'Ann Trading',
  userType,
  kycStatus: 'Approved',
  scope: 'session',
  ip: '192.0.2.1',
});
const withKey = (userType: UserType, scopes: readonly KeyScope[]): UserActor => ({
  ...person(userType),
  key: { id: 'k', name: 'Nightly', scopes, mayAcceptWithoutCode: true },
});

const refusal = (route: Route, actor: UserActor): string | null => {
  try {
    admit(route.command, actor);
    return null;
  } catch (error) {
    return (error as AppError).code;
  }
};

const every = Object.entries<Route>(routes).filter(([, { allow }]) => allow !== 'public');
const closed = every.filter(([, { key }]) => !key);
const open = every.filter(([, { key }]) => key && key !== 'any');
const openToAll = every.filter(([, { key }]) => key === 'any');

it.each(closed)('%s accepts no key', (_name, route) => {
  for (const userType of ['sender', 'receiver', 'admin'] as const)
    expect(refusal(route, withKey(userType, keyScopes))).toBe('KEY_SCOPE');
});

it.each(open)('a key may call %s with its one scope, if its user may call it', (_name, route) => {
  const others = keyScopes.filter((scope) => scope !== route.key);
  for (const userType of ['sender', 'receiver'] as const) {
    expect(refusal(route, withKey(userType, others))).toBe('KEY_SCOPE');
    expect(refusal(route, withKey(userType, [route.key as KeyScope]))).toBe(refusal(route, person(userType)));
  }
  if (route.kyc) expect(refusal(route, { ...withKey('sender', keyScopes), kycStatus: 'Pending' })).toBe('KYC_PENDING');
});

it('every key may read its own user and the key log, read and extend its owner’s ledger, and publish its owner’s keys again', () => {
  expect(openToAll.map(([name]) => name)).toEqual([
    'restateKeys',
    'ledger',
    'appendLedger',
    'keyLogEntries',
    'keyLogProof',
    'ownKey',
  ]);
  for (const [, route] of openToAll)
    for (const scope of keyScopes) expect(refusal(route, withKey('receiver', [scope]))).toBeNull();
});

it('no key can access the account, its keys, invitations, the registration, or administration', () => {
  const never = /^\/(auth\/(?!invited-list|pending-request|email-reciver)|api-keys|account|admin|kyc|notifications)/;
  expect(open.filter(([, { path, allow }]) => never.test(path) || allow === 'admin').map(([name]) => name)).toEqual([]);
  expect(closed.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'me',
      'changePassword',
      'createApiKey',
      'apiKeys',
      'revokeApiKey',
      'exportAccount',
      'requestDeletion',
      'updateKyc',
      'people',
      'invite',
      'emptyBin',
      'deleteFolder',
    ]),
  );
});

const guarded = every.filter(([, { allow }]) => allow !== 'admin' && allow !== 'password-reset');
const asRole = (roles: readonly Role[]): UserActor => ({ ...person('sender'), roles });

it.each(guarded)('%s has a permission', (_name, { command }) => {
  expect(permissionNames).toContain(accessOf(command)?.permission);
});

it.each(every)('an auditor may call %s only if its permission is one of an auditor', (_name, route) => {
  for (const userType of ['sender', 'receiver', 'admin'] as const) {
    const permission = accessOf(route.command)?.permission;
    const allowed = ['session', 'account', 'view', 'received'].includes(String(permission));
    const expected = allowed ? refusal(route, person(userType)) : 'NOT_ALLOWED';
    expect(refusal(route, { ...person(userType), roles: ['auditor'] })).toBe(expected);
  }
});

it('a member without a role that is known may call nothing, and an actor of the release before is an owner', () => {
  for (const [, route] of guarded) {
    expect(refusal(route, asRole([]))).toBe('NOT_ALLOWED');
    expect(refusal(route, asRole(['something' as Role]))).toBe('NOT_ALLOWED');
    expect(refusal(route, asRole(['auditor', 'owner']))).toBe(refusal(route, person('sender')));
  }
});

it('an auditor changes nothing of the company and opens no file', () => {
  const changes = every.filter(([, route]) => route.method !== 'GET' && refusal(route, asRole(['auditor'])) === null);
  const ofCompany = changes.filter(([, { command }]) => !/session|account/.test(String(accessOf(command)?.permission)));
  expect(ofCompany.map(([name]) => name)).toEqual([
    'receivedInvitations',
    'pendingInvitations',
    'sentInvitations',
    'deliverableEmails',
    'companyRequests',
    'myRequests',
    'transfer',
    'logs',
  ]);
  const bytes = every.filter(([, route]) => route.answer === 'bytes' && refusal(route, asRole(['auditor'])) === null);
  expect(bytes.map(([name]) => name)).toEqual(['exportAccount']);
});

const ofOwners = ['registration', 'company', 'vault', 'programs', 'sso'];

it.each(guarded)(
  'a session by single sign-on may call %s unless it is about the own account, or for owners and co-owners',
  (_name, route) => {
    const permission = String(accessOf(route.command)?.permission);
    const isNever = permission === 'account' || ofOwners.includes(permission);
    for (const roles of [['auditor'], ['co-owner'], ['owner']] as const) {
      const expected = isNever ? 'NOT_ALLOWED' : refusal(route, asRole(roles));
      expect(refusal(route, { ...asRole(roles), sso: true })).toBe(expected);
    }
  },
);

it('a co-owner may call all that the owner may, but for what needs the vault of the owner’s account', () => {
  const more = guarded.filter(
    ([, route]) => refusal(route, asRole(['owner'])) === null && refusal(route, asRole(['co-owner'])) !== null,
  );
  expect(more.map(([name]) => name)).toEqual([
    'memberKey',
    'giveCompanyKey',
    'endCompanyKey',
    'removeLedgerEntries',
    'saveRecovery',
    'endRecovery',
    'startRecovery',
    'approvedRecovery',
    'finishRecovery',
    'sendHandoverCode',
    'startHandover',
  ]);
  for (const [, { command }] of more)
    expect(() => admit(command, asRole(['co-owner']))).toThrow('Only the owner of the company can do this');
});

it('the API key of a co-owner acts for the company as that of the owner does, and never for the own account', () => {
  for (const [, route] of guarded) {
    const isOfAccount = accessOf(route.command)?.permission === 'account';
    for (const scope of keyScopes) {
      const ofOwner = refusal(route, withKey('sender', [scope]));
      const expected = ofOwner === null && isOfAccount ? 'NOT_ALLOWED' : ofOwner;
      expect(refusal(route, { ...withKey('sender', [scope]), roles: ['co-owner'] })).toBe(expected);
    }
  }
});

it('a session by single sign-on reaches nothing of the person but name, language, sign-out, this company with its notifications, and the own key with shares that it opens', () => {
  const ofSession = guarded.filter(([, { command }]) => accessOf(command)?.permission === 'session');
  expect(ofSession.map(([name]) => name)).toEqual([
    // its error does not tell more than another sign-in with the password would
    'acceptProof',
    // of everyone
    'keyLogEntries',
    'keyLogProof',
    'logout',
    'me',
    'saveLanguage',
    // password, passkey or recovery key open the key; what a password opens, only a password replaces (sso-person-keys.itest.ts)
    'recovery',
    'stopRecovery',
    'approveRecovery',
    'personKey',
    'createPersonKey',
    'createSsoPersonKey',
    'addPersonKeyPasskey',
    'removePersonKeyPasskey',
    // what a device gives is sealed to the fresh key with the typed number (key-handover.itest.ts)
    'keyHandover',
    'startKeyHandover',
    'stopKeyHandover',
    'giveKeyHandover',
    'takeKeyHandover',
    'setAbsence',
    'endAbsence',
    'companies',
    'notifications',
    'readNotifications',
  ]);
});
