import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { routes } from '@tradepost/contracts/routes';
import type { FileView } from '@tradepost/contracts/storage';
import { codeIn, inboxAt, type Mail } from '@tradepost/testing/inbox-client';
import { waitFor } from '@tradepost/testing/wait-for';
import type { ApiClient } from '../client/api-client';
import { register, registerSender, type Account } from '../client/people';
import type { Topology } from '../topology/start';
import { underKills } from './kills';

const pairs = 4;
const filesEach = 3;
const hourMs = 3_600_000;
const patienceMs = 120_000;
const hashesInZip =
  'import sys,zipfile,json,hashlib;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;print(json.dumps({n:hashlib.sha256(z.read(n)).hexdigest() for n in z.namelist()}))';

interface Pair {
  sender: ApiClient;
  receiver: ApiClient;
  senderEmail: string;
  receiverEmail: string;
  files: FileView[];
}

/**
 * Acceptances while worker-zip is killed with -9, again and again: every archive must stand, open in a program that is not
 * ours and hold the files byte for byte; every receiver gets its mail, at most one twice a kill.
 */
export async function acceptancesUnderKills(topology: Topology, { acceptances, kills }: { acceptances: number; kills: number }) {
  const people = await Promise.all(Array.from({ length: Math.min(pairs, acceptances) }, (_, n) => tradingPair(topology, n)));
  const accepted: { pair: Pair; id: string }[] = [];
  await underKills(topology, { apps: ['worker-zip'], each: kills }, acceptances, (onPiece) => {
    let left = acceptances;
    const acceptMany = async (pair: Pair) => {
      let last: Mail | undefined;
      while (left-- > 0) {
        const { id, mail } = await acceptOne(topology, pair, last);
        last = mail;
        accepted.push({ pair, id });
        onPiece();
      }
    };
    return Promise.all(people.map(acceptMany));
  });

  const archives = await Promise.all(accepted.map(async ({ pair, id }) => ({ pair, id, url: await readyArchive(pair.receiver, id) })));
  let valid = 0;
  for (const { pair, url } of archives) if (await isWhole(pair, url)) valid += 1;
  const inbox = inboxAt(topology.inboxUrl);
  const ready = async () => (await inbox.all()).filter(isLinkMail).map(linkOf);
  await waitFor(async () => new Set(await ready()).size >= acceptances, { timeoutMs: patienceMs, what: 'a mail for every acceptance' });
  const mails = await ready();
  const mailed = new Set(mails);
  const twice = mails.length - mailed.size;
  return {
    facts: { acceptances, 'kill -9 of worker-zip': kills, 'valid archives': valid, 'acceptances mailed': mailed.size, 'mails sent twice': twice },
    losses: {
      'archives not valid': acceptances - valid,
      'acceptances without a mail': accepted.filter(({ id }) => !mailed.has(id)).length,
      'second mails beyond one a kill': Math.max(twice - kills, 0),
    },
  };
}

const isLinkMail = ({ subject }: Mail) => /ready/i.test(subject);
const linkOf = ({ text }: Mail) => /dashboard\?id=([\w-]+)/.exec(text)?.[1] ?? '';

async function tradingPair(topology: Topology, n: number): Promise<Pair> {
  const person = (role: string): Account => ({ firstName: 'Fay', lastName: role, email: `${role}-${n}-${Date.now()}@example.com`, password: 'Fault-fault-1!', companyName: `${role} ${n}` });
  const [senderAccount, receiverAccount] = [person('sender'), person('receiver')];
  const sender = await registerSender(topology, senderAccount);
  await sender.send(routes.invite, { emails: [receiverAccount.email] });
  const receiver = await register(topology, 'receiver', receiverAccount);
  for (const { id } of await receiver.send(routes.receivedInvitations, {})) await receiver.send(routes.acceptInvitation, { id });
  const folder = await sender.send(routes.createFolder, { name: 'Faults' });
  const files: FileView[] = [];
  for (let i = 0; i < filesEach; i++) {
    const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(200_000)]);
    const { file } = await sender.sendForm(routes.uploadFile, { folderId: folder.id }, {}, { file: { name: `${i}.pdf`, type: 'application/pdf', content: new Blob([content]) } });
    files.push(file);
  }
  await sender.send(routes.deliver, { id: folder.id, email: [receiverAccount.email] });
  return { sender, receiver, senderEmail: senderAccount.email, receiverEmail: receiverAccount.email, files };
}

/** @param last the newest mail with a code that the sender has had */
async function acceptOne({ inboxUrl }: Topology, { sender, receiver, senderEmail, receiverEmail, files }: Pair, last: Mail | undefined): Promise<{ id: string; mail: Mail }> {
  const { requests } = await receiver.send(routes.createRequest, { files: files.map(({ id }) => ({ id })), receiverEmail });
  const requestId = requests[0]?.id ?? '';
  await sender.send(routes.createAcceptCode, { requestId, email: senderEmail });
  const mail = await inboxAt(inboxUrl).waitForMail({ to: senderEmail, subject: /accept a file request/i, ...(last && { after: last }), timeoutMs: patienceMs });
  await sender.send(routes.verifyAcceptCode, { id: requestId, code: codeIn(mail) });
  const { transfer } = await sender.send(routes.confirmRequest, { requestId, expiry: new Date(Date.now() + hourMs).toISOString() });
  return { id: transfer.id, mail };
}

/** @returns the address of the stored archive, once it stands */
const readyArchive = (receiver: ApiClient, id: string): Promise<string> =>
  waitFor(
    async () => {
      const { archive } = await receiver.send(routes.transfer, { id });
      return archive.status === 'ready' ? archive.url : undefined;
    },
    { timeoutMs: patienceMs, what: `the archive of ${id}` },
  );

/** Whether a program that is not ours opens the archive, and finds in it what was sent. */
async function isWhole({ receiver, files }: Pair, url: string): Promise<boolean> {
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
