import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { kycDocuments } from '@tradepost/contracts/kyc';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import { RawCaller, repeatedly, type Outcomes } from './raw-calls';

/** What an attacker has: a company that has registered, a partner, and a delivered folder. */
export interface HostileTenant {
  /** An address of this machine, which is a network of its own. */
  localAddress: string;
  senderToken: string;
  /** Of a company that has not submitted its registration. */
  applicantToken: string;
  receiverToken: string;
  senderEmail: string;
  receiverEmail: string;
  password: string;
  userId: string;
  folderId: string;
  fileId: string;
  transferId: string;
}

interface Attack {
  origin: string;
  inboxUrl: string;
  /** Strangers request codes for this address. */
  victimEmail: string;
  isOver: () => boolean;
}

/** An attack lasts its time, and longer until each kind of it has been answered: attackers on a busy machine may hardly get to act. */
export interface Plan extends Omit<Attack, 'isOver'> {
  /** Milliseconds since 1970. */
  until: number;
}

const megabyte = 1024 ** 2;
const document = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(5 * megabyte)]);
const hugeJson = JSON.stringify({ email: 'x'.repeat(megabyte - 100) });
const tooHugeJson = JSON.stringify({ email: 'x'.repeat(3 * megabyte) });
const deepJson = `{"email":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
const wideJson = JSON.stringify({ email: Array.from({ length: 150_000 }, (_, n) => n) });
const boundary = 'boundary-of-parts';
const formType = { 'content-type': `multipart/form-data; boundary=${boundary}` };
const json = { 'content-type': 'application/json' };
const newAddress = () => `${randomUUID()}@hostile.example`;

const formOf = (content: Buffer) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);

type Run = (caller: RawCaller, tenant: HostileTenant, attack: Attack) => Promise<unknown>;

/** All attacks in parallel, each repeated. */
const attacks: Record<string, Run> = {
  signups: (caller, { password }, { isOver }) =>
    repeatedly(isOver, 2, () =>
      caller.json('signups', '/auth/signup', { firstname: 'A', lastname: 'B', email: newAddress(), password }),
    ),
  codes: (caller, _, { victimEmail, isOver }) =>
    repeatedly(isOver, 2, (n) =>
      caller.json('codes', n % 2 ? '/auth/get-otp' : '/auth/resendotp', { email: n % 3 ? victimEmail : newAddress() }),
    ),
  invitations: (caller, { senderEmail }, { isOver }) =>
    repeatedly(isOver, 2, () =>
      caller.json('invitations', '/auth/signupFlow3', {
        email: senderEmail,
        data: Array.from({ length: 20 }, newAddress),
      }),
    ),
  streams: (caller, _, { isOver }) => heldOpen(caller, 'streams', isOver, 40, 'GET /api/events', ''),
  'forms that never begin': (caller, { folderId }, { isOver }) =>
    repeatedly(isOver, 4, () => endless(caller, folderId, isOver)),
  'slow senders': (caller, { folderId }, { isOver }) =>
    heldOpen(
      caller,
      'slow senders',
      isOver,
      60,
      `POST /api/file-sharing/folders/${folderId}/files`,
      `content-type: ${formType['content-type']}\r\ncontent-length: 5000000\r\n`,
    ),
  documents: (caller, { applicantToken }, { isOver }) =>
    repeatedly(isOver, 2, (n) =>
      caller.call('documents', {
        method: 'POST',
        path: `/kyc/documents/${kycDocuments[n % kycDocuments.length]?.[0]}`,
        headers: { ...formType, authorization: `Bearer ${applicantToken}` },
        body: formOf(document),
      }),
    ),
  uploads: (caller, { folderId }, { isOver }) =>
    repeatedly(isOver, 8, () =>
      caller.call('uploads', {
        method: 'POST',
        path: `/file-sharing/folders/${folderId}/files`,
        headers: formType,
        body: formOf(Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(20_000)])),
      }),
    ),
  archives: (caller, tenant, attack) => archives(caller, tenant, attack),
  exports: (caller, { password }, { isOver }) =>
    repeatedly(isOver, 4, () => caller.json('exports', '/account/export', { password })),
  'small calls': (caller, _, { isOver }) =>
    repeatedly(isOver, 24, (n) => caller.call('small calls', { path: n % 2 ? '/auth/me' : '/file-sharing/folders' })),
  'huge JSON': (caller, _, { isOver }) =>
    repeatedly(isOver, 3, (n) =>
      caller.call('huge JSON', {
        method: 'POST',
        path: '/auth/get-otp',
        headers: json,
        body: [hugeJson, tooHugeJson, wideJson][n % 3] as string,
      }),
    ),
  'deep JSON': (caller, _, { isOver }) =>
    repeatedly(isOver, 3, () =>
      caller.call('deep JSON', { method: 'POST', path: '/auth/get-otp', headers: json, body: deepJson }),
    ),
  searches: (caller, { folderId, userId }, { isOver }) =>
    repeatedly(isOver, 8, (n) =>
      n % 2
        ? caller.call('searches', {
            path: `/file-sharing/folders/${folderId}/files?page=1&pageSize=200&q=${randomUUID().slice(0, 3)}`,
          })
        : caller.json('searches', '/logs/user', { id: userId, page: 1, pageSize: 200, q: 'a' }),
    ),
  'sign-ins': (caller, { senderEmail, password }, { victimEmail, isOver }) =>
    repeatedly(isOver, 6, (n) =>
      caller.json('sign-ins', '/auth/login', {
        email: n % 3 === 0 ? victimEmail : n % 3 === 1 ? senderEmail : newAddress(),
        password: n % 3 === 1 ? password : `wrong-${n}`,
      }),
    ),
};

/** All attacks of all tenants. @returns the answers of each */
export async function attackWith(tenants: HostileTenant[], { until, ...plan }: Plan): Promise<Outcomes[]> {
  const callers = tenants.map(
    (tenant) => [tenant, new RawCaller(plan.origin, tenant.localAddress, tenant.senderToken)] as const,
  );
  const isAnswered = (name: string) => callers.some(([, caller]) => caller.hasAnswer(name));
  const isOver = () => Date.now() >= until && Object.keys(attacks).every(isAnswered);
  await Promise.all(
    callers.map(async ([tenant, caller]) => {
      await Promise.all(Object.values(attacks).map((run) => run(caller, tenant, { ...plan, isOver })));
      caller.close();
    }),
  );
  return callers.map(([, { outcomes }]) => outcomes);
}

/** Connections that stay open and send a byte a second; one that was closed is opened again. */
async function heldOpen(
  caller: RawCaller,
  name: string,
  isOver: () => boolean,
  atOnce: number,
  line: string,
  headers: string,
): Promise<void> {
  await repeatedly(isOver, atOnce, async () => {
    const socket = caller.connection();
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    let answer = '';
    let status: number | undefined;
    socket.on('data', (data: Buffer) => {
      if (status !== undefined) return;
      answer += data.toString('latin1');
      status = statusOf(answer);
      if (status !== undefined) caller.count(name, status);
    });
    socket.write(`${line} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${caller.token}\r\n${headers}\r\n`);
    const beat = setInterval(() => socket.write(headers ? 'x' : ''), 1_000);
    const leave = setInterval(() => (isOver() || (status ?? 0) >= 400) && socket.destroy(), 100);
    await ended;
    clearInterval(beat);
    clearInterval(leave);
    if (status === undefined) caller.count(name, status);
    // rejected attackers retry ten times a second
    await delay(100);
  });
}

/** A form with a first part that never begins. */
async function endless(caller: RawCaller, folderId: string, isOver: () => boolean): Promise<void> {
  const socket = caller.connection();
  let answer = '';
  socket.on('data', (data: Buffer) => (answer += data.toString('latin1').slice(0, 20)));
  const ended = new Promise<'end'>((resolve) => socket.once('close', () => resolve('end')));
  socket.write(
    `POST /api/file-sharing/folders/${folderId}/files HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${caller.token}\r\ncontent-type: ${formType['content-type']}\r\ncontent-length: 500000000\r\n\r\n`,
  );
  const piece = Buffer.alloc(megabyte / 4, 0x78);
  // data that the server has not read yet stays in the buffer, so wait until it drains
  for (let isFull = false; !socket.destroyed && !answer && !isOver(); isFull = socket.writableNeedDrain)
    if (isFull) await Promise.race([ended, delay(50)]);
    else socket.write(piece);
  socket.destroy();
  await ended;
  caller.count('forms that never begin', statusOf(answer));
}

/** @param answer its bytes so far */
function statusOf(answer: string): number | undefined {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
  return status ? Number(status) : undefined;
}

/** Accepted requests, each of which builds an archive, and downloads of one that is there. */
async function archives(caller: RawCaller, tenant: HostileTenant, { inboxUrl, isOver }: Attack): Promise<void> {
  const receiver = caller.as(tenant.receiverToken);
  const download = repeatedly(isOver, 4, () =>
    receiver.call('archives', { path: `/file-requests/${tenant.transferId}/archive` }),
  );
  const inbox = inboxAt(inboxUrl);
  const accept = repeatedly(isOver, 1, async () => {
    const asked = await receiver.json('archives', '/file-requests/create', {
      fileData: [{ id: tenant.fileId }],
      reciverEmail: tenant.receiverEmail,
    });
    const id = /"id":"([\w-]{36})"/.exec(asked?.text ?? '')?.[1];
    const sent = id
      ? await caller.json('archives', '/file-requests/create-password', { requestId: id, email: tenant.senderEmail })
      : undefined;
    if (!id || sent?.status !== 200) return void (await delay(100));
    const mail = await inbox.waitForMail({ to: tenant.senderEmail, subject: /accept a file request/i });
    await inbox.remove(mail);
    await caller.json('archives', '/file-requests/verify-token', { id, code: codeIn(mail) });
    const expiry = new Date(Date.now() + 3_600_000).toISOString();
    await caller.json('archives', '/file-requests/confirmation', { requestId: id, expiry });
  });
  await Promise.all([download, accept]);
  receiver.close();
}
