import { randomUUID } from 'node:crypto';
import { routes } from '@tradepost/contracts/routes';
import type { FileView } from '@tradepost/contracts/storage';
import { codeIn, inboxAt, linkIn } from '@tradepost/testing/inbox-client';
import { waitFor } from '@tradepost/testing/wait-for';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { registerPair, type Account, type Place } from '@tradepost/tools/client/people';
import { account, sha256 } from './fixtures';
import { sampleFiles } from './sample-files';

export interface Pair {
  senderAccount: Account;
  receiverAccount: Account;
  sender: ApiClient;
  receiver: ApiClient;
}

/** A sender and a receiver who trade with each other. */
export async function tradingPair(place: Place): Promise<Pair> {
  const [senderAccount, receiverAccount] = [account('sender'), account('receiver')];
  const clients = await registerPair(place, senderAccount, receiverAccount);
  await inboxAt(place.inboxUrl).waitForMail({ to: receiverAccount.email, subject: senderAccount.email });
  return { senderAccount, receiverAccount, ...clients };
}

export async function deliveredFolder({ sender, receiverAccount }: Pair) {
  const folder = await sender.send(routes.createFolder, { name: `Trade ${randomUUID().slice(0, 6)}` });
  const files = [];
  for (const { name, type, content } of sampleFiles()) {
    const { file } = await sender.sendForm(
      routes.uploadFile,
      { folderId: folder.id },
      { name, category: 'Trade', price: '0.5', currency: 'EUR', numberOfRecords: '10' },
      { file: { name, type, content: new Blob([new Uint8Array(content)]) } },
    );
    expect(file).toMatchObject({ name, size: content.length, sha256: sha256(content), totalAmount: '5.00' });
    files.push({ ...file, content });
  }
  await sender.send(routes.deliver, { id: folder.id, email: [receiverAccount.email] });
  return { folder, files };
}

/** A folder with the two small samples, under these terms, delivered. */
export async function deliveredSamples(
  { sender, receiverAccount }: Pair,
  { name, licence, terms = [] }: { name: string; licence: string; terms?: Record<string, string>[] },
): Promise<FileView[]> {
  const folder = await sender.send(routes.createFolder, { name });
  await sender.send(routes.describeFolder, { id: folder.id, licence });
  const uploaded: FileView[] = [];
  for (const [n, { name, type, content }] of sampleFiles().slice(0, 2).entries()) {
    const file = { name, type, content: new Blob([new Uint8Array(content)]) };
    uploaded.push((await sender.sendForm(routes.uploadFile, { folderId: folder.id }, terms[n] ?? {}, { file })).file);
  }
  await sender.send(routes.deliver, { id: folder.id, email: [receiverAccount.email] });
  return uploaded;
}

/** The receiver asks for files, the sender accepts with the mailed code: the link the receiver is mailed. */
export async function acceptedTransfer(
  place: Place,
  pair: Pair,
  fileIds: string[],
  { disturb = async () => undefined }: { disturb?: () => Promise<unknown> } = {},
) {
  const { sender, receiver, senderAccount, receiverAccount } = pair;
  const inbox = inboxAt(place.inboxUrl);
  const { requests } = await receiver.send(routes.createRequest, {
    files: fileIds.map((id) => ({ id })),
    receiverEmail: receiverAccount.email,
  });
  const request = requests[0];
  if (!request) throw new Error('no request was made');
  await disturb();
  const before = await newest(inbox, senderAccount.email);
  await sender.send(routes.createStepUpCode, { requestId: request.id, email: senderAccount.email });
  const code = codeIn(await inbox.waitForMail({ to: senderAccount.email, subject: /code/i, after: before }));
  await sender.send(routes.verifyStepUpCode, { id: request.id, code });
  const expiry = new Date(Date.now() + 3_600_000).toISOString();
  const earlier = await newest(inbox, receiverAccount.email);
  const { transfer } = await sender.send(routes.confirmRequest, { requestId: request.id, expiry });
  await disturb();
  const link = linkIn(
    await inbox.waitForMail({ to: receiverAccount.email, subject: /ready/i, after: earlier }),
    '/dashboard',
  );
  if (link.searchParams.get('id') !== transfer.id) throw new Error('the mail links to another transfer');
  return { request, transfer, expiry, link };
}

async function newest(inbox: ReturnType<typeof inboxAt>, email: string) {
  const mail = (await inbox.mailTo(email)).at(-1);
  if (!mail) throw new Error(`no mail to ${email} yet`);
  return mail;
}

/** The transfer as its receiver sees it once the archive is built. */
export const readyTransfer = (receiver: ApiClient, id: string) =>
  waitFor(
    async () => {
      const transfer = await receiver.send(routes.transfer, { id });
      return transfer.archive.status === 'ready' ? transfer : undefined;
    },
    { what: 'the archive' },
  );
