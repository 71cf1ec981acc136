import { randomBytes } from 'node:crypto';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { routes } from '@tradepost/contracts/routes';
import type { MailSink } from './mail-sink';
import { startedSignIn } from './sign-in';

const dayMs = 24 * 3_600_000;
const [smallest, largest] = [5_000, 200_000];
const filesOfRequest = 2;
/** People look at what is new. */
const mostTransfers = 20;
/** How long a page is open. */
const streamMs = 60_000;

interface Person {
  client: ApiClient;
  email: string;
}

/** Calls `call`, and records how long it took. */
export type Timed = <T>(kind: string, call: () => Promise<T>) => Promise<T>;

interface Coded {
  requestId: string;
  code: string;
}

/** A sender and a receiver who work with each other. Each kind of call takes what the one before it left. */
export class Trade {
  private folders = 0;
  private folder: { id: string; files: string[] } | undefined;
  private readonly delivered: { folderId: string; files: string[] }[] = [];
  private readonly pending: string[] = [];
  private readonly coded: Coded[] = [];
  private readonly verified: { requestId: string; files: string[] }[] = [];
  private readonly filesOf = new Map<string, string[]>();
  private readonly transfers: { id: string; files: string[] }[] = [];
  private readonly streams = new Set<AbortController>();
  private awaitsCode = false;

  constructor(
    private readonly sink: MailSink,
    private readonly sender: Person,
    private readonly receiver: Person,
  ) {}

  /** @returns what this kind of call can do now; undefined if there is nothing to do it with */
  readonly possible: Record<string, () => ((timed: Timed) => Promise<unknown>) | undefined> = {
    'new folder': () => (timed) =>
      timed('new folder', async () => {
        const { id } = await this.sender.client.send(routes.createFolder, { name: `Load ${(this.folders += 1)}` });
        this.folder = { id, files: [] };
      }),
    upload: () => {
      const { folder } = this;
      return folder && ((timed) => timed('upload', () => this.upload(folder)));
    },
    deliver: () => {
      const { folder } = this;
      if (!folder || folder.files.length < filesOfRequest) return undefined;
      this.folder = undefined;
      return (timed) =>
        timed('deliver', async () => {
          await this.sender.client.send(routes.deliver, { id: folder.id, email: [this.receiver.email] });
          this.delivered.push({ folderId: folder.id, files: folder.files });
        });
    },
    request: () => {
      const from = this.delivered.find(({ files }) => files.length > 0);
      const files = from?.files.splice(0, filesOfRequest);
      return files && ((timed) => timed('request', () => this.request(files)));
    },
    'send code': () => {
      const requestId = this.awaitsCode ? undefined : this.pending.shift();
      return requestId === undefined ? undefined : (timed) => this.sendCode(timed, requestId);
    },
    'enter code': () => {
      const given = this.coded.shift();
      return given && ((timed) => timed('enter code', () => this.enter(given)));
    },
    accept: () => {
      const given = this.verified.shift();
      return given && ((timed) => timed('accept', () => this.accept(given.requestId, given.files)));
    },
    download: () => {
      const transfer = oneOf(this.transfers);
      const file = transfer && oneOf(transfer.files);
      return file === undefined
        ? undefined
        : (timed) => timed('download', () => read(this.receiver, `/file-requests/${transfer?.id}/files/${file}`));
    },
    'sign in': () => (timed) => this.signIn(timed, oneOf([this.sender, this.receiver])),
    'live stream': () => (timed) => timed('live stream', () => this.openStream()),
    'list folders': () => (timed) => timed('list folders', () => this.sender.client.send(routes.folders, {})),
    'list files': () => {
      const folderId = this.folder?.id ?? oneOf(this.delivered)?.folderId;
      const page = { page: 1, pageSize: 50 };
      return folderId === undefined
        ? undefined
        : (timed) => timed('list files', () => this.sender.client.send(routes.files, { folderId, ...page }));
    },
    'list received': () => (timed) => timed('list received', () => this.receiver.client.send(routes.received, {})),
    'list requests': () => (timed) =>
      timed('list requests', () =>
        oneOf([
          () => this.sender.client.send(routes.companyRequests, {}),
          () => this.receiver.client.send(routes.myRequests, {}),
        ])(),
      ),
    'list transfers': () => (timed) =>
      timed('list transfers', () =>
        oneOf([
          () => this.sender.client.send(routes.transfers, { page: 1, pageSize: 20 }),
          () => this.receiver.client.send(routes.myTransfers, { page: 1, pageSize: 20 }),
        ])(),
      ),
    notifications: () => (timed) =>
      timed('notifications', () => this.someone().client.send(routes.notifications, { page: 1, pageSize: 20 })),
    log: () => (timed) => timed('log', () => this.someone().client.send(routes.logs, { page: 1, pageSize: 20 })),
    'own account': () => (timed) => timed('own account', () => this.someone().client.send(routes.me, {})),
  };

  /** Closes what is open. */
  stop(): void {
    for (const stream of this.streams) stream.abort();
  }

  private someone(): Person {
    return oneOf([this.sender, this.receiver]);
  }

  private async upload(folder: { id: string; files: string[] }): Promise<void> {
    const size = Math.round(smallest * (largest / smallest) ** Math.random());
    const content = new Blob(['%PDF-1.4\n', randomBytes(size)]);
    const name = `${folder.files.length}-${randomBytes(4).toString('hex')}.pdf`;
    const file = { name, type: 'application/pdf', content };
    const uploaded = (await this.sender.client.sendForm(routes.uploadFile, { folderId: folder.id }, {}, { file })) as {
      file: { id: string };
    };
    folder.files.push(uploaded.file.id);
  }

  private async request(files: string[]): Promise<void> {
    const { requests } = await this.receiver.client.send(routes.createRequest, {
      files: files.map((id) => ({ id })),
      receiverEmail: this.receiver.email,
    });
    for (const { id } of requests) {
      this.filesOf.set(id, files);
      this.pending.push(id);
    }
  }

  private async sendCode(timed: Timed, requestId: string): Promise<void> {
    this.awaitsCode = true;
    try {
      const { email } = this.sender;
      const code = this.sink.nextCode(email);
      await timed('send code', () => this.sender.client.send(routes.createStepUpCode, { requestId, email }));
      this.coded.push({ requestId, code: await timed(mailed, () => code) });
    } finally {
      this.awaitsCode = false;
    }
  }

  private async enter({ requestId, code }: Coded): Promise<void> {
    await this.sender.client.send(routes.verifyStepUpCode, { id: requestId, code });
    this.verified.push({ requestId, files: this.filesOf.get(requestId) ?? [] });
    this.filesOf.delete(requestId);
  }

  private async accept(requestId: string, files: string[]): Promise<void> {
    const expiry = new Date(Date.now() + dayMs).toISOString();
    const { transfer } = await this.sender.client.send(routes.confirmRequest, { requestId, expiry });
    this.transfers.push({ id: transfer.id, files });
    if (this.transfers.length > mostTransfers) this.transfers.shift();
  }

  private async signIn(timed: Timed, { client, email }: Person): Promise<void> {
    const { request, proofOf } = startedSignIn();
    const answer = await timed('sign in: proof', () => client.send(routes.startProof, { email, request }));
    const password = proofOf(answer);
    const route = client === this.sender.client ? routes.login : routes.loginReceiver;
    const { token } = await timed('sign in', () => client.send(route, { email, password }));
    const former = client.token;
    client.token = token;
    await timed('sign out', () => client.send(routes.logout, {}, { token: former }));
  }

  private async openStream(): Promise<void> {
    const stream = new AbortController();
    const answer = await this.someone().client.fetch('/events', { signal: stream.signal });
    if (!answer.ok) throw new Error(`a live stream was answered with ${answer.status}`);
    this.streams.add(stream);
    const close = setTimeout(() => stream.abort(), streamMs);
    const drained = answer.body?.pipeTo(new WritableStream()) ?? Promise.resolve();
    void drained
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(close);
        this.streams.delete(stream);
      });
  }
}

/** Not a call: until the mail with the code has arrived. */
export const mailed = '(mail with the code)';

async function read({ client }: Person, path: string): Promise<void> {
  const answer = await client.fetchOk(path, {}, { isRepeatable: false });
  await answer.arrayBuffer();
}

function oneOf<T>(values: readonly [T, ...T[]]): T;
function oneOf<T>(values: readonly T[]): T | undefined;
function oneOf<T>(values: readonly T[]): T | undefined {
  return values[Math.floor(Math.random() * values.length)];
}
