import { randomBytes } from 'node:crypto';
import type { LogEntry } from '@tradepost/contracts/audit';
import type { Page } from '@tradepost/contracts/values/fields';
import type { Account, Place } from '../../client/people';
import { inParallel } from '../../bench/support/measure';
import { sha256 } from '../support/hash';
import type { Revision } from './revision';

const filesOfFolder = 4;
/** After the upgrade, and after the way back. */
const checks = 2;
const lateFolders = 8;
const atOnce = 4;
const tries = 5;

const someContent = () => Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(30_000)]);

interface HashedFile {
  id: string;
  hash: string;
}

/** The clients of the earlier version, typed as those of this one. */
const clientsOf = ({ module }: Revision) => ({
  ...module<typeof import('../../client/people')>('tools/dist/client/people'),
  ...module<typeof import('../../client/deliveries')>('tools/dist/client/deliveries'),
  ...module<typeof import('../../client/e2e-users')>('tools/dist/client/e2e-users'),
  ...module<typeof import('@tradepost/contracts/routes')>('libs/contracts/dist/routes'),
  ...module<typeof import('@tradepost/client/api/api-client')>('libs/client/dist/api/api-client'),
  ...module<typeof import('@tradepost/client/keys/sign-in')>('libs/client/dist/keys/sign-in'),
});

/** What people did with the earlier version, and what it answered. */
export interface Filled {
  sender: Account;
  receiver: Account;
  /** Of sessions that began with the earlier version. */
  tokens: string[];
  folderId: string;
  files: HashedFile[];
  transfer: { id: string; file: HashedFile };
  /** One for each time that the installation is checked. */
  pendingRequestIds: string[];
  /** What the sender read in the log. */
  log: string[];
  sealed: { sender: Account; receiver: Account; folderId: string; file: HashedFile; transferId: string };
}

/**
 * Accounts, managed and end-to-end encrypted files, requests and transfers, made by the clients of the earlier version. If a service
 * answers too late on a busy machine, this starts again with other people.
 */
export async function filledBy(revision: Revision, place: Place): Promise<Filled> {
  for (let left = tries - 1; left > 0; left -= 1) {
    try {
      return await filledOnce(revision, place);
    } catch (error) {
      // the class of the error belongs to the earlier version too
      if ((error as { code?: string }).code !== 'UNAVAILABLE') throw error;
    }
  }
  return filledOnce(revision, place);
}

async function filledOnce(revision: Revision, place: Place): Promise<Filled> {
  const { registerPair, acceptDelivery, routes } = clientsOf(revision);
  const [from, to] = [accountOf('sender'), accountOf('receiver')];
  const { sender, receiver } = await registerPair(
    place,
    await asBrowser(revision, place, from),
    await asBrowser(revision, place, to),
  );
  const { id: folderId } = await sender.send(routes.createFolder, { name: 'Before' });
  const uploaded = [];
  const files: HashedFile[] = [];
  for (let n = 0; n < filesOfFolder; n += 1) {
    const content = someContent();
    const file = { name: `${n}.pdf`, type: 'application/pdf', content: new Blob([content]) };
    const answer = await sender.sendForm(routes.uploadFile, { folderId }, {}, { file });
    uploaded.push(answer.file);
    files.push({ id: answer.file.id as string, hash: sha256(content) });
  }
  await sender.send(routes.deliver, { id: folderId, email: [to.email] });
  const [accepted, ...requested] = files as [HashedFile, ...HashedFile[]];
  const pair = { sender, receiver, senderEmail: from.email, receiverEmail: to.email };
  const { id: transferId } = await acceptDelivery(place, { ...pair, files: uploaded.slice(0, 1) });
  const pendingRequestIds = [];
  for (const { id } of requested.slice(0, checks)) {
    const { requests } = await receiver.send(routes.createRequest, { files: [{ id }], receiverEmail: to.email });
    pendingRequestIds.push(requests[0]?.id ?? '');
  }
  const log = (await sender.send(routes.logs, { page: 1, pageSize: 200 })) as Page<LogEntry>;
  return {
    sender: from,
    receiver: to,
    tokens: [sender.token ?? '', receiver.token ?? ''],
    folderId,
    files,
    transfer: { id: transferId, file: accepted },
    pendingRequestIds,
    log: log.items.map(({ message }) => message),
    sealed: await sealedBy(revision, place),
  };
}

async function sealedBy(revision: Revision, place: Place): Promise<Filled['sealed']> {
  const { registerPair, e2eUserOf, uploadSealed, sealedTransfer, routes } = clientsOf(revision);
  const [from, to] = [accountOf('sealing-sender'), accountOf('sealing-receiver')];
  await registerPair(place, await asBrowser(revision, place, from), await asBrowser(revision, place, to));
  const [sender, receiver] = [await e2eUserOf(place, from, 'sender'), await e2eUserOf(place, to, 'receiver')];
  const { id: folderId } = await sender.client.send(routes.createFolder, { name: 'Sealed before' });
  await sender.client.send(routes.deliver, { id: folderId, email: [to.email] });
  const content = someContent();
  const about = { name: 'sealed.pdf', type: 'application/pdf', content: new Blob([content]) };
  const id = await uploadSealed(sender, folderId, about);
  const { id: transferId } = await sealedTransfer(place, sender, receiver, [id]);
  return { sender: from, receiver: to, folderId, file: { id, hash: sha256(content) }, transferId };
}

/** Deliveries with mails and log entries that are not yet made when the last answer arrives. @returns their names */
export async function lateDeliveries(revision: Revision, { receiver, tokens }: Filled, { origin }: Place) {
  const { routes, ApiClient } = clientsOf(revision);
  const client = new ApiClient(origin, { token: tokens[0] });
  const names = Array.from({ length: lateFolders }, (_, n) => `Late ${n}`);
  await inParallel(names.length, atOnce, async (n) => {
    const { id } = await client.send(routes.createFolder, { name: names[n] as string });
    await client.send(routes.deliver, { id, email: [receiver.email] });
  });
  return names;
}

/** Browsers send a record of the password. The server would have to compute that of a plain password. */
async function asBrowser(revision: Revision, { origin }: Place, account: Account): Promise<Account> {
  const { ApiClient, newPasswordKeys } = clientsOf(revision);
  const { record } = await newPasswordKeys(new ApiClient(origin), account);
  return { ...account, password: record };
}

const accountOf = (role: string): Account => ({
  firstName: 'Una',
  lastName: 'Upgrade',
  email: `${role}-${Date.now()}@upgrade.example`,
  password: 'Upgrade-upgrade-1!',
  companyName: `Upgrade ${role}`,
});
