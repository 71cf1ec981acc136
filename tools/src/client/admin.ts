import { routes } from '@tradepost/contracts/routes';
import { authenticatorCode } from '@tradepost/testing/authenticator';
import { ApiClient } from '@tradepost/client/api/api-client';
import { makeAdmin } from '../seed/demo';
import type { Topology } from '../topology/start';
import type { Account } from './people';

/** Creates an admin and signs in with two-step sign-in. */
export async function signedInAdmin(topology: Topology, admin: Omit<Account, 'companyName'>): Promise<ApiClient> {
  await makeAdmin(topology, admin);
  const client = new ApiClient(topology.origin);
  client.token = (await client.send(routes.login, { email: admin.email, password: admin.password })).token;
  const { secret } = await client.send(routes.beginTotp, {});
  client.token = (await client.send(routes.confirmTotp, { code: authenticatorCode(secret) })).token;
  return client;
}
