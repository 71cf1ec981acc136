import { randomBytes } from 'node:crypto';
import { ApiClient } from '@tradepost/client/api/api-client';
import { routes } from '@tradepost/contracts/routes';
import type { FuzzedInstallation } from '../installation';
import { password, providerRole, type Tenant } from '../tenants';

/** Addresses of people that its calls name: some are added and removed again and again. */
const people = 40;

/** The tenant with an identity provider: a verified domain, a SCIM token, and people and groups that it has added. */
export async function withProvider({ origin, dns }: FuzzedInstallation, tenant: Tenant): Promise<Tenant> {
  const token = tenant.callers.find(({ role }) => role === 'sender')?.token;
  const owner = new ApiClient(origin, { token });
  const domain = `${randomBytes(5).toString('hex')}.example`;
  const { domains } = await owner.send(routes.addSsoDomain, { domain });
  dns.txt.set(
    domain,
    domains.map(({ record }) => record),
  );
  await owner.send(routes.verifySsoDomain, { id: domains[0]?.id ?? '' });
  const created = await owner.send(routes.createScimToken, { name: 'Fuzz', expiresInDays: 1, password });
  const provider = new ApiClient(origin, { token: created.token });
  const addresses = Array.from({ length: people }, (_, n) => `person-${n}@${domain}`);
  const users = [];
  for (const userName of addresses.slice(0, 3))
    users.push((await provider.send(routes.createScimUser, { userName, name: null })).id);
  const members = users.map((value) => ({ value }));
  const group = await provider.send(routes.createScimGroup, { displayName: 'uploader', members });
  return {
    ...tenant,
    callers: [...tenant.callers, { role: providerRole, tenant: tenant.name, token: created.token }],
    known: {
      ...tenant.known,
      scimUser: users,
      scimGroup: [group.id],
      scimAddress: addresses,
      scimUserName: addresses.slice(0, users.length),
      scimGroupName: ['manager', 'Uploader', 'approver', 'downloader', 'auditor'],
      scimMemberPath: users.map((id) => `members[value eq "${id}"]`),
    },
    secrets: [...tenant.secrets, domain],
  };
}
