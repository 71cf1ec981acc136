import { randomBytes } from 'node:crypto';
import type { KeyScope } from '@tradepost/contracts/actor';
import { routes } from '@tradepost/contracts/routes';
import { ApiClient } from '@tradepost/client/api/api-client';
import { signedInAdmin } from '../client/admin';
import { acceptDelivery, readyArchive } from '../client/deliveries';
import { registerPair, registerSender, type Account } from '../client/people';
import { newTally, untilAnswered } from '../faults/support/until-answered';
import type { Topology } from '../topology/start';
import { addressKind, partnerKind } from './kinds';

/** Of the people of a tenant. */
export const password = 'Fuzz-fuzz-fuzz-1!';
export const pdfOf = (text: string) => new Blob([`%PDF-1.4\n${text}`]);

export const apiKeyRole = 'API key';
/** The token of a company's identity provider. */
export const providerRole = 'identity provider';

/** A user or API key that makes calls. */
export interface Caller {
  role: string;
  tenant: string;
  token: string | undefined;
  /** Absent where a token cannot be renewed. */
  signIn?: () => Promise<string>;
}

/** Ids, names and addresses by kind (`kinds.ts`). */
export type Known = Record<string, string[]>;

export interface Tenant {
  name: string;
  callers: Caller[];
  known: Known;
  /** What no other tenant may see. */
  secrets: string[];
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Of an upload into this folder. */
export const metadataOf = (folderId: string) => `folderId ${base64(folderId)},fileName ${base64('parts.pdf')}`;

export const accountOf = (role: string): Account => {
  const id = randomBytes(5).toString('hex');
  return {
    firstName: `First ${id}`,
    lastName: `Last ${id}`,
    email: `${role}-${id}@fuzz.example`,
    password,
    companyName: `Co ${id}`,
  };
};

const newKey = {
  name: 'Fuzz',
  scopes: ['read', 'upload', 'deliver', 'accept'] satisfies KeyScope[],
  expiresInDays: 1,
  password,
};

/** Two companies that trade, with at least one of everything that a call can name. */
export async function makeTenant(topology: Topology, name: string): Promise<Tenant> {
  const [senderAccount, receiverAccount] = [accountOf('sender'), accountOf('receiver')];
  const { sender, receiver } = await registerPair(topology, senderAccount, receiverAccount);
  const [{ user: seller }, { user: buyer }] = [await sender.send(routes.me, {}), await receiver.send(routes.me, {})];
  const folder = await sender.send(routes.createFolder, { name: `Folder ${randomBytes(5).toString('hex')}` });
  const files = [];
  for (const n of [1, 2, 3]) {
    const upload = { file: { name: `${n}.pdf`, content: pdfOf(String(n)) } };
    files.push(
      (await sender.sendForm(routes.uploadFile, { folderId: folder.id }, { price: '1', currency: 'EUR' }, upload)).file,
    );
  }
  await sender.send(routes.deliver, { id: folder.id, email: [receiverAccount.email] });
  const people = { senderEmail: senderAccount.email, receiverEmail: receiverAccount.email };
  const { id: transferId } = await acceptDelivery(topology, { sender, receiver, ...people, files: files.slice(0, 2) });
  await readyArchive(receiver, transferId);
  const { requests } = await receiver.send(routes.createRequest, { files: [{ id: files[2].id }] });
  const { document } = await sender.sendForm(
    routes.uploadKycDocument,
    { documentId: 'tax_statement' },
    {},
    { file: { name: 'tax.pdf', content: pdfOf('tax') } },
  );
  const webhook = await sender.send(routes.createWebhook, {
    url: 'http://127.0.0.1:9/',
    kinds: ['request.created'],
  });
  const { key, apiKey } = await sender.send(routes.createApiKey, newKey);
  const newKeyOf = async () => {
    const token = await signIn(topology, routes.login, senderAccount);
    const create = () => new ApiClient(topology.origin, { token }).send(routes.createApiKey, newKey);
    return (await untilAnswered('a new key', newTally(), create)).key;
  };
  const notifications = await receiver.send(routes.notifications, {});
  const invitations = await sender.send(routes.sentInvitations, {});
  const known: Known = {
    [addressKind]: [senderAccount.email, receiverAccount.email],
    [partnerKind]: [receiverAccount.email],
    folder: [folder.id],
    url: ['http://127.0.0.1:9/'],
    uploadMetadata: [metadataOf(folder.id)],
    folderName: [folder.name],
    file: files.map(({ id }) => id as string),
    transfer: [transferId],
    request: requests.map(({ id }) => id),
    document: ['tax_statement', document?.id].filter(Boolean),
    webhook: [webhook.id],
    apiKey: [apiKey.id],
    user: [seller.id, buyer.id],
    company: [seller, buyer].flatMap(({ companyId }) => companyId ?? []),
    notification: notifications.items.map(({ id }) => id),
    invitation: invitations.map(({ id }) => id),
  };
  return {
    name,
    callers: [
      callerOf(name, 'sender', sender, () => signIn(topology, routes.login, senderAccount)),
      callerOf(name, 'receiver', receiver, () => signIn(topology, routes.loginReceiver, receiverAccount)),
      { role: apiKeyRole, tenant: name, token: key, signIn: newKeyOf },
    ],
    known,
    secrets: [senderAccount, receiverAccount].flatMap(({ email, firstName, companyName }) => [
      email,
      firstName,
      companyName,
    ]),
  };
}

const callerOf = (tenant: string, role: string, { token }: ApiClient, renew: Caller['signIn']): Caller => ({
  role,
  tenant,
  token,
  ...(renew && { signIn: renew }),
});

async function signIn(
  { origin }: Topology,
  route: typeof routes.login | typeof routes.loginReceiver,
  { email }: Account,
): Promise<string> {
  const call = () => new ApiClient(origin).send(route, { email, password });
  return (await untilAnswered('a sign-in', newTally(), call)).token;
}

/** An administrator, with changes to one company only, which no other caller uses. */
export async function makeOperator(topology: Topology): Promise<{ admin: Caller; known: Known }> {
  const client = await signedInAdmin(topology, accountOf('admin'));
  const spare = accountOf('spare');
  const { user } = await (await registerSender(topology, spare)).send(routes.me, {});
  const { items } = await client.send(routes.kycCases, { q: spare.companyName });
  return {
    admin: { role: 'admin', tenant: 'operator', token: client.token },
    known: { user: [user.id], company: user.companyId ? [user.companyId] : [], case: items.map(({ id }) => id) },
  };
}
