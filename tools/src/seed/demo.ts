import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@tradepost/contracts/routes';
import { createAdmin } from '@tradepost/identity/account/create-admin';
import { identityDatabase } from '@tradepost/identity/data-source';
import { dataSource } from '@tradepost/service-kit/database/database';
import { ApiClient } from '@tradepost/client/api/api-client';
import { ApiError } from '@tradepost/client/api/api-error';
import { waitFor } from '@tradepost/testing/wait-for';
import { registerPair, type Account } from '../client/people';
import { roleUrl } from '../topology/settings';
import type { Topology } from '../topology/start';
import { demoFiles } from './demo-files';

/** Logins of the demo companies; created only on a local machine. */
export const demo = {
  sender: {
    firstName: 'Sara',
    lastName: 'Sender',
    email: 'sender@demo.test',
    password: 'Demo-sender-1!',
    companyName: 'Harbour Data',
  },
  receiver: {
    firstName: 'Rui',
    lastName: 'Receiver',
    email: 'receiver@demo.test',
    password: 'Demo-receiver-1!',
    companyName: 'Northwind Trading',
  },
  admin: { firstName: 'Ada', lastName: 'Admin', email: 'admin@demo.test', password: 'Demo-admin-1!', companyName: '' },
};

/** In the data: the demo companies were created. Their people may have other passwords by now. */
const createdFile = 'demo-companies-created';

/** Creates two demo companies that trade with each other, and an admin, unless they were created before. @param dataDir of the installation */
export async function seed(topology: Topology, dataDir: string, progress: (step: string) => void): Promise<void> {
  const created = join(dataDir, createdFile);
  if (existsSync(created)) return;
  // the first calls of a slow machine may take longer than a caller waits
  const found = await waitFor(() => isSeeded(topology.origin), { what: 'the first answer' });
  if (found === 'empty') await create(topology, progress);
  writeFileSync(created, '');
}

async function create(topology: Topology, progress: (step: string) => void): Promise<void> {
  progress('Creating the demo companies …');
  await makeAdmin(topology);
  const { sender } = await registerPair(topology, demo.sender, demo.receiver);

  const folder = await sender.send(routes.createFolder, { name: 'Trade 2025' });
  for (const { fields, ...file } of demoFiles)
    await sender.sendForm(routes.uploadFile, { folderId: folder.id }, { name: file.name, ...fields }, { file });
  await sender.send(routes.deliver, { id: folder.id, email: [demo.receiver.email] });
}

/** @returns undefined while the services are not available yet */
async function isSeeded(origin: string): Promise<'seeded' | 'empty' | undefined> {
  const { email, password } = demo.receiver;
  try {
    const client = new ApiClient(origin);
    client.token = (await client.send(routes.loginReceiver, { email, password })).token;
    const { folders } = { folders: await client.send(routes.received, { email }) };
    await client.send(routes.logout, {});
    return folders.length > 0 ? 'seeded' : 'empty';
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return 'empty';
    // a browser has signed in, and made encryption keys
    if (error instanceof ApiError && error.code === 'SEALED_SIGN_IN_REQUIRED') return 'seeded';
    if (error instanceof ApiError && error.status === 503) return undefined;
    throw error;
  }
}

/** Inserts an admin into the database, like `npm run admin`. */
export async function makeAdmin(
  { servers, secrets }: Topology,
  admin: Omit<Account, 'companyName'> = demo.admin,
): Promise<void> {
  const source = await dataSource({
    ...identityDatabase,
    url: roleUrl(servers.postgres, identityDatabase.schema, secrets),
    poolSize: 1,
  }).initialize();
  try {
    await createAdmin(source, admin);
  } finally {
    await source.destroy();
  }
}
