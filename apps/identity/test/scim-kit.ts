import { randomUUID } from 'node:crypto';
import type { UserActor } from '@tradepost/contracts/actor';
import { identity, type ScimGroup, type ScimUser } from '@tradepost/contracts/identity';
import { readApiKey } from '@tradepost/service-kit/security/api-key';
import { password } from './fixture';
import { listedMembers } from './member-kit';
import { startSso, type SsoFixture } from './sso-kit';

type Owner = UserActor & { companyId: string };

/** A company with a SCIM token for its identity provider. */
export interface ScimCompanyUnderTest {
  owner: Owner;
  domain: string;
  token: string;
  /** Of the token. */
  provider: UserActor;
  newAddress(): string;
  addUser(changed?: object): Promise<ScimUser>;
  addGroup(displayName: string, ...members: string[]): Promise<ScimGroup>;
  patchUser(id: string, ...operations: object[]): Promise<ScimUser>;
  patchGroup(id: string, ...operations: object[]): Promise<ScimGroup>;
  /** By the owner's list of members; undefined for people who are none. */
  rolesOf(email: string): Promise<readonly string[] | undefined>;
}

export const system = { kind: 'system', service: 'gateway' } as const;
export const newToken = { name: 'Entra ID', expiresInDays: 365, password };

export async function startScim(env: Record<string, string> = {}) {
  const fixture = await startSso(env);
  const providerOf = async (token: string): Promise<UserActor> =>
    (await fixture.call(identity.resolveApiKeyOwner, { ...readApiKey(token)!, ip: '192.0.2.9' }, system)).actor;
  const withToken = async (
    { owner, domain }: { owner: Owner; domain: string },
    name = newToken.name,
  ): Promise<ScimCompanyUnderTest> => {
    const { token } = await fixture.call(identity.createScimToken, { ...newToken, name }, owner);
    const provider = await providerOf(token);
    const newAddress = () => `person-${randomUUID()}@${domain}`;
    const members = (ids: string[]) => ids.map((value) => ({ value }));
    return {
      ...{ owner, domain, token, provider, newAddress },
      addUser: (changed = {}) =>
        fixture.call(identity.createScimUser, { userName: newAddress(), ...changed }, provider),
      addGroup: (displayName, ...ids) =>
        fixture.call(identity.createScimGroup, { displayName, members: members(ids) }, provider),
      patchUser: (id, ...operations) => fixture.call(identity.patchScimUser, { id, operations }, provider),
      patchGroup: (id, ...operations) => fixture.call(identity.patchScimGroup, { id, operations }, provider),
      rolesOf: async (email) => (await listedMembers(fixture, owner)).find((one) => one.email === email)?.roles,
    };
  };
  return {
    ...fixture,
    providerOf,
    withToken,
    /** A company with a verified domain and a token. */
    company: async () => withToken(await fixture.withDomain()),
  };
}
export type ScimFixture = Awaited<ReturnType<typeof startScim>> & SsoFixture;
