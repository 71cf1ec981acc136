import { routes } from '@tradepost/contracts/routes';
import type { CopiedRange, FileView, PartSums, UploadedFile, UploadParts } from '@tradepost/contracts/storage';
import { countOfParts, spanOfPart } from '@tradepost/contracts/values/upload-sizes';
import { requestUrl } from '@tradepost/contracts/values/wire';
import { concat, fromHex, sha256, toHex, type Bytes } from '@tradepost/sealing/crypto/bytes';
import type { ApiClient } from './api-client';
import { ApiError, networkError } from './api-error';
import { DirectParts, type ReadyPart } from './direct-parts';
import { mostPartsAtOnce, type PartSlots } from './part-slots';
import { createUpload, type NewUpload } from './resumable-upload';
import { isTransient } from './retry';
import { settled } from './settled';

/** What is sent as one part. */
export interface PartContent {
  /** Opens the bytes, for each attempt. */
  body: () => Blob | Bytes | ReadableStream<Uint8Array>;
  /** Lower-case hex. */
  sha256: string;
  /** If they are wanted. */
  sums?: PartSums | undefined;
  /** Called after the last attempt: the memory can be used for another part. */
  release?: () => void;
}

/** What to compute of a part, in addition to its SHA-256. `sums`: only of a sealed one, which may go straight to the object store. */
export interface PartWants {
  sums: boolean;
}

/** A new file that is sent in numbered parts, several at once. */
export interface PartUpload extends NewUpload {
  /** Reads or seals the bytes from `start` to `end` (exclusive). */
  part: (number: number, start: number, end: number, wants: PartWants) => Promise<PartContent>;
  /** What the server copies from the version that is replaced, between the parts. */
  copied?: readonly CopiedRange[] | undefined;
  /** Called before the parts are joined; refuses a content that was changed. */
  check: () => Promise<unknown>;
}

export interface PartUploadOptions {
  slots: PartSlots;
  /** Receives the URL of a new upload. It can be resumed until one day after the last part. */
  onCreated?: (address: string) => void;
  /** For the request that creates the upload. */
  idempotencyKey?: string;
  /** @param sent bytes that the server has received */
  onProgress?: (sent: number) => void;
  /**
   * An earlier upload, and the checksums of the parts that were sent to it, as far as they are known. The other parts are read again, and sent
   * if the server does not have them.
   */
  resume?: { address: string; sent: ReadonlyMap<number, string> } | undefined;
}

/** How often parts that the server turns out not to have are sent again. */
const rounds = 3;

/**
 * Uploads a file in numbered parts. Sends only parts that the server does not have yet.
 * @returns the stored file
 * @throws ApiError; see `isUploadGone` for an upload to resume: a sealed file must then be sealed under another key
 */
export async function uploadNumberedParts(
  client: ApiClient,
  upload: PartUpload,
  { resume, onCreated, idempotencyKey, ...options }: PartUploadOptions,
): Promise<FileView> {
  if (resume) return sendAll(client, idOf(resume.address), upload, { ...options, sent: resume.sent });
  const address = await createUpload(client, upload, idempotencyKey);
  onCreated?.(address);
  return sendAll(client, idOf(address), upload, { ...options, sent: new Map() });
}

const idOf = (address: string) => address.split('/').at(-1) ?? '';

async function sendAll(
  client: ApiClient,
  uploadId: string,
  upload: PartUpload,
  { sent, ...options }: SendOptions & { sent: ReadonlyMap<number, string> },
): Promise<FileView> {
  const checksums = new Map(sent);
  let direct: DirectParts | undefined;
  for (let round = 1; ; round += 1) {
    // the call that should have named them in the round before may have failed
    await direct?.confirm();
    const state = await stateOf(client, uploadId, countOfParts(upload.size));
    if (state?.isDirect) direct ??= directWay(client, uploadId, upload);
    const stored = state && state.stored;
    // what the store did not have in the first round goes through the server
    const way = round === 1 ? direct : undefined;
    await sendMissing(client, uploadId, upload, { options, checksums, stored, direct: way });
    try {
      return await commit(client, uploadId, checksums, upload);
    } catch (error) {
      if (round === rounds || !(error instanceof ApiError && error.code === 'PARTS_DIFFER')) throw error;
    }
  }
}

/** Only of a sealed file, whatever the server says. One part alone would need more calls than through the server. */
function directWay(client: ApiClient, uploadId: string, { fields, size }: PartUpload): DirectParts | undefined {
  const { storeWay } = client;
  if (!storeWay?.isOpen || !fields.enc || countOfParts(size) === 1) return undefined;
  return new DirectParts(client, storeWay, uploadId);
}

interface UploadState {
  /** The checksums of the parts that the server has. */
  stored: Map<number, string>;
  /** Whether the server offers the way to the store; servers of earlier releases do not. */
  isDirect: boolean;
}

/** Null once the upload is committed, which needs a commit if its answer was lost. @param count of its parts: the server may name no others */
async function stateOf(client: ApiClient, uploadId: string, count: number): Promise<UploadState | null> {
  const stored = new Map<number, string>();
  let isDirect = false;
  for (let from: number | null = 1; from !== null;) {
    const page: UploadParts = await client.send(routes.uploadParts, { uploadId, from });
    if (page.expiresAt === null) return null;
    isDirect = page.direct;
    for (const { number, sha256 } of page.parts) if (number <= count) stored.set(number, sha256);
    // the pages of a server that does not advance never end
    from = page.next !== null && page.next > from && page.next <= count ? page.next : null;
  }
  return { stored, isDirect };
}

type SendOptions = Pick<PartUploadOptions, 'slots' | 'onProgress'>;

interface Work {
  options: SendOptions;
  /** Of what this client sends; all of them once every part is sent. */
  checksums: Map<number, string>;
  stored: ReadonlyMap<number, string> | null;
  direct: DirectParts | undefined;
}

/** Parts that share one call for their addresses, and the bytes that they may hold; a larger part is alone. */
const [partsTogether, bytesTogether] = [4, 32 * 1024 ** 2];

interface Span {
  number: number;
  start: number;
  end: number;
}

const bytesIn = (spans: readonly Span[]) => spans.reduce((sum, { start, end }) => sum + end - start, 0);

async function sendMissing(
  client: ApiClient,
  uploadId: string,
  upload: PartUpload,
  { options: { slots, onProgress }, checksums, stored, direct }: Work,
): Promise<void> {
  let sent = 0;
  const report = (bytes: number) => {
    sent += bytes;
    onProgress?.(sent);
  };
  const isStored = (number: number, checksum: string | undefined) =>
    checksum !== undefined && (!stored || stored.get(number) === checksum);

  let next = 1;
  const nextMissing = (): Span | undefined => {
    for (let span; (span = spanOfPart(upload.size, next));) {
      const found = { number: next, ...span };
      if (!isStored(next, checksums.get(next))) return found;
      next += 1;
      report(bytesIn([found]));
    }
    return undefined;
  };
  const nextGroup = (): Span[] => {
    const group: Span[] = [];
    const most = direct?.isOpen ? partsTogether : 1;
    for (let span; group.length < most && (span = nextMissing());) {
      if (group.length > 0 && bytesIn([...group, span]) > bytesTogether) break;
      group.push(span);
      next += 1;
    }
    return group;
  };

  const sendGroup = async (group: readonly Span[]): Promise<void> => {
    const ready: (ReadyPart & PartContent)[] = [];
    try {
      for (const { number, start, end } of group) {
        const mayBeThere = checksums.has(number);
        const content = await upload.part(number, start, end, { sums: direct?.wantsSums ?? false });
        ready.push({ ...content, number, size: end - start, mayBeThere });
      }
      const missing = ready.filter(({ number, sha256: checksum }) => !isStored(number, checksum));
      for (const part of ready) if (!missing.includes(part)) report(part.size);
      const onSent = ({ size }: ReadyPart) => report(size);
      const rest = direct ? await direct.send(missing, onSent) : missing;
      const put = async (part: ReadyPart & PartContent) => {
        await putPart(client, { uploadId, number: part.number }, part, slots);
        onSent(part);
      };
      await settled(rest.map(put));
      for (const { number, sha256: checksum } of ready) checksums.set(number, checksum);
    } finally {
      for (const { release } of ready) release?.();
    }
  };

  let failed = false;
  const sendGroups = async (): Promise<void> => {
    for (let group; !failed && (group = nextGroup()).length > 0;) {
      const spans = group;
      try {
        await slots.run(bytesIn(spans), () => sendGroup(spans));
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await settled(Array.from({ length: mostPartsAtOnce }, sendGroups));
  await direct?.confirm();
  if (stored) await upload.check();
}

/** A body that is a stream needs it. */
const half = { duplex: 'half' } as RequestInit;

async function putPart(
  client: ApiClient,
  target: { uploadId: string; number: number },
  { body, sha256: checksum }: PartContent,
  slots: PartSlots,
): Promise<void> {
  const { url } = requestUrl(routes.putPart, target);
  const headers = {
    'content-type': 'application/octet-stream',
    'content-digest': `sha-256=:${btoa(String.fromCharCode(...fromHex(checksum)))}:`,
  };
  await client.withRetry(
    async () => {
      try {
        return await client.fetchOk(url, { method: 'PUT', headers, body: body(), ...half }, { isRepeatable: false });
      } catch (error) {
        if (isTransient(error) || (error instanceof ApiError && error.status === 429)) slots.narrow();
        throw error;
      }
    },
    { isRepeatable: true },
  );
}

/** Waits as long as the server joins the parts. */
async function commit(
  client: ApiClient,
  uploadId: string,
  checksums: ReadonlyMap<number, string>,
  { copied }: Pick<PartUpload, 'copied'>,
): Promise<FileView> {
  const inOrder = [...checksums].sort(([a], [b]) => a - b).map(([, checksum]) => fromHex(checksum));
  const partsSha256 = toHex(await sha256(concat(...inOrder)));
  const { url } = requestUrl(routes.commitParts, { uploadId });
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ partsSha256, ...(copied?.length && { copied }) }),
  };
  const join = async () => {
    const response = await client.fetchOk(url, init, { isRepeatable: false });
    return ((await response.json().catch(() => Promise.reject(networkError()))) as UploadedFile).file;
  };
  for (;;) {
    try {
      return await client.withRetry(join, { isRepeatable: true });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'IN_PROGRESS')) throw error;
    }
  }
}
