import { ApiClient } from '@tradepost/client/api/api-client';
import { openKeys } from '@tradepost/client/keys/keys';
import { signIn } from '@tradepost/client/keys/sign-in';
import { openTransfer } from '@tradepost/client/transfers/sealed-transfers';
import { routes } from '@tradepost/contracts/routes';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import { waitFor } from '@tradepost/testing/wait-for';
import { contactsOf } from '../../client/e2e-users';
import type { Account } from '../../client/people';
import type { Topology } from '../../topology/start';
import { sha256 } from '../support/hash';
import { everyLogMessage } from '../support/log-messages';
import { healedWithinMs } from '../support/work';
import { hashOf } from '../uploads';
import type { Filled } from './fill';

const hourMs = 3_600_000;

/**
 * Uses what the earlier version left, with the clients of this one.
 * @returns how much of each kind is lost; if a step fails, the output says why
 */
export async function lossesOf(topology: Topology, filled: Filled, pendingRequestId: string) {
  const losses: Record<string, number> = {};
  const count = async (what: string, work: () => Promise<number>) => {
    losses[what] = await work().catch((error: Error) => {
      console.error(`${what}: ${error.message}`);
      return 1;
    });
  };
  const { origin } = topology;
  const [sender, receiver] = [await signedIn(origin, filled.sender), await signedIn(origin, filled.receiver)];
  await count('sessions ended', async () => {
    for (const token of filled.tokens) await new ApiClient(origin, { token }).send(routes.me, {});
    return 0;
  });
  await count('files missing or different', async () => {
    const content = ({ id }: { id: string }) => `/file-sharing/folders/${filled.folderId}/files/${id}/content`;
    const hashes = await Promise.all(filled.files.map((file) => hashAt(sender.client, content(file))));
    return filled.files.filter(({ hash }, n) => hash !== hashes[n]).length;
  });
  await count('transfers missing or different', async () => {
    const { id, file } = filled.transfer;
    return (await hashAt(receiver.client, `/file-requests/${id}/files/${file.id}`)) === file.hash ? 0 : 1;
  });
  await count('pending requests that cannot be accepted', async () => {
    await acceptPending(topology, sender.client, filled.sender, pendingRequestId);
    return 0;
  });
  await count('sealed files that do not open', async () => {
    const { sealed } = filled;
    const { client, user, unlock } = await signedIn(origin, sealed.sender);
    const vault = (await openKeys(client, user, unlock)) ?? undefined;
    const files = await client.send(routes.files, { folderId: sealed.folderId, page: 1, pageSize: 200 });
    const file = files.items.find(({ id }) => id === sealed.file.id);
    return file && (await hashOf(client, vault, sealed.folderId, file)) === sealed.file.hash ? 0 : 1;
  });
  await count('sealed transfers that do not open', async () => {
    const { sealed } = filled;
    const { client, user, unlock } = await signedIn(origin, sealed.receiver);
    const vault = await openKeys(client, user, unlock);
    if (!vault) return 1;
    const { files } = await openTransfer(client, { vault, contacts: contactsOf(client, vault) }, sealed.transferId);
    const content = await new Response(await files[0]?.read()).arrayBuffer();
    return sha256(new Uint8Array(content)) === sealed.file.hash ? 0 : 1;
  });
  await count('log entries missing', async () => {
    const messages = new Set(await everyLogMessage(sender.client));
    return filled.log.filter((message) => !messages.has(message)).length;
  });
  return losses;
}

/** How many of the folders still lack their mail or their log entry after the time that repairs take. */
export async function lostDeliveries({ origin, inboxUrl }: Topology, { sender }: Filled, names: readonly string[]) {
  const { client } = await signedIn(origin, sender);
  const lost = async () => {
    const mails = (await inboxAt(inboxUrl).all()).map(({ subject, text }) => `${subject} ${text}`);
    const messages = await everyLogMessage(client);
    return names.filter((name) => ![mails, messages].every((texts) => texts.some((text) => text.includes(name))));
  };
  await waitFor(async () => (await lost()).length === 0, { timeoutMs: healedWithinMs }).catch(() => undefined);
  return (await lost()).length;
}

async function signedIn(origin: string, { email, password }: Account) {
  const client = new ApiClient(origin);
  const { user, keys } = await signIn(client, { email, password });
  return { client, user, unlock: { kind: 'password', kek: keys.kek } as const };
}

async function hashAt(client: ApiClient, path: string): Promise<string> {
  const answer = await client.fetchOk(path, {}, { isRepeatable: true });
  return sha256(new Uint8Array(await answer.arrayBuffer()));
}

async function acceptPending({ inboxUrl }: Topology, client: ApiClient, { email }: Account, requestId: string) {
  const inbox = inboxAt(inboxUrl);
  const last = (await inbox.mailTo(email)).at(-1);
  await client.send(routes.createStepUpCode, { requestId, email });
  const mail = await inbox.waitForMail({ to: email, subject: /accept/i, ...(last && { after: last }) });
  await client.send(routes.verifyStepUpCode, { id: requestId, code: codeIn(mail) });
  const expiry = new Date(Date.now() + hourMs).toISOString();
  await client.send(routes.confirmRequest, { requestId, expiry });
}
