import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { routes } from '@tradepost/contracts/routes';
import type { FileView } from '@tradepost/contracts/storage';
import { codeIn, inboxAt, type Mail } from '@tradepost/testing/inbox-client';
import { waitFor } from '@tradepost/testing/wait-for';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { registerPair, type Account, type Place } from './people';

/** Of every person that `deliverFiles` registers. */
export const tradingPassword = 'Trade-trade-1!';
const dayMs = 86_400_000;
const hashesInZip =
  'import sys,zipfile,json,hashlib;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;print(json.dumps({n:hashlib.sha256(z.read(n)).hexdigest() for n in z.namelist()}))';

export interface DeliveredFiles {
  sender: ApiClient;
  receiver: ApiClient;
  senderEmail: string;
  receiverEmail: string;
  files: FileView[];
}

/** A sender delivers files with these contents to a receiver. */
export async function deliverFiles(place: Place, name: string, contents: Buffer[]): Promise<DeliveredFiles> {
  const person = (role: string): Account => ({
    firstName: 'Tess',
    lastName: role,
    email: `${role}-${name}-${Date.now()}@example.com`,
    password: tradingPassword,
    companyName: `${role} ${name}`,
  });
  const [senderAccount, receiverAccount] = [person('sender'), person('receiver')];
  const { sender, receiver } = await registerPair(place, senderAccount, receiverAccount);
  const folder = await sender.send(routes.createFolder, { name: 'Trade' });
  const files: FileView[] = [];
  for (const [n, content] of contents.entries()) {
    const { file } = await sender.sendForm(
      routes.uploadFile,
      { folderId: folder.id },
      {},
      { file: { name: `${n}.pdf`, type: 'application/pdf', content: new Blob([new Uint8Array(content)]) } },
    );
    files.push(file);
  }
  await sender.send(routes.deliver, { id: folder.id, email: [receiverAccount.email] });
  return { sender, receiver, senderEmail: senderAccount.email, receiverEmail: receiverAccount.email, files };
}

/**
 * The receiver requests all files, the sender accepts with the mailed code.
 * @param last the newest mail with a code that the sender has had
 * @returns the transfer, and the mail its code came in
 */
export async function acceptDelivery(
  { inboxUrl }: Place,
  { sender, receiver, senderEmail, receiverEmail, files }: DeliveredFiles,
  last?: Mail,
): Promise<{ id: string; mail: Mail }> {
  const { requests } = await receiver.send(routes.createRequest, {
    files: files.map(({ id }) => ({ id })),
    receiverEmail,
  });
  const requestId = requests[0]?.id ?? '';
  await sender.send(routes.createStepUpCode, { requestId, email: senderEmail });
  const mail = await inboxAt(inboxUrl).waitForMail({
    to: senderEmail,
    subject: /accept a file request/i,
    ...(last && { after: last }),
  });
  await sender.send(routes.verifyStepUpCode, { id: requestId, code: codeIn(mail) });
  const { transfer } = await sender.send(routes.confirmRequest, {
    requestId,
    expiry: new Date(Date.now() + dayMs).toISOString(),
  });
  return { id: transfer.id, mail };
}

/** @returns the URL of the stored archive, once it is ready */
export const readyArchive = (receiver: ApiClient, id: string): Promise<string> =>
  waitFor(
    async () => {
      const { archive } = await receiver.send(routes.transfer, { id });
      return archive.status === 'ready' ? archive.url : undefined;
    },
    { what: `the archive of ${id}` },
  );

/** Whether an independent program opens the archive, and finds the sent files in it. */
export async function isWhole({ receiver, files }: DeliveredFiles, url: string): Promise<boolean> {
  const directory = mkdtempSync(join(tmpdir(), 'tradepost-archive-'));
  try {
    const file = join(directory, 'archive.zip');
    writeFileSync(file, Buffer.from(await (await receiver.fetch(url)).arrayBuffer()));
    const found = JSON.parse(execFileSync('python3', ['-c', hashesInZip, file]).toString()) as Record<string, string>;
    return isDeepStrictEqual(found, Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256])));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
