import {
  concat,
  exactly,
  fromBase64url,
  sha256,
  sized,
  toBase64url,
  toHex,
  toUuid,
  u32,
  u64,
  utf8,
  uuidBytes,
  type Bytes,
} from './crypto/bytes';
import type { Key } from './crypto/primitives';
import { sign, verify } from './crypto/signing';
import { SealingError } from './errors';
import type { FileRef } from './file/format';
import { partyBytes, type Party } from './grant-layout';
import { Reader } from './crypto/reader';

/** How a requested file is protected, as in the statement. */
const modeBytes = { e2e: 1, managed: 2 } as const;

/** A file of a request. A managed file always has version 1. */
export interface RequestedFile extends FileRef {
  mode: keyof typeof modeBytes;
}

/** What a receiver asks a sender for. */
export interface RequestTerms {
  /** The id of the request, a canonical UUID: it is the nonce of the statement, so that a request cannot be shown under another id. */
  requestId: string;
  /** Milliseconds since 1970. */
  timeMs: number;
  receiver: Party;
  sender: Party;
  /** Head of the sender's ledger in the sender's newest grant set that the receiver has seen, 32 bytes; zeros before the first. */
  senderHead: Bytes;
  intendedUse: string;
  note: string;
  /** The newest checkpoint of the key log that the receiver has verified; empty without one. */
  checkpoint: string;
  files: readonly RequestedFile[];
}

/** A statement and the receiver's signature over it (64 bytes); both base64url. */
export interface SignedRequest {
  statement: string;
  sig: string;
}

/** What a statement says. The parties are `party` values of 80 bytes. */
export interface DecodedRequest extends Omit<RequestTerms, 'receiver' | 'sender'> {
  receiver: Bytes;
  sender: Bytes;
}

/** A request after its signature and parties were verified. */
export interface VerifiedRequest extends DecodedRequest {
  /** SHA-256 of the statement; grants are bound to it. */
  hash: Bytes;
}

const label = utf8('sdx1/request');
const partySize = 80;
const itemSize = 21;

function itemBytes({ fileId, version, mode }: RequestedFile): Bytes {
  // files come from a server's answer
  if (!Object.hasOwn(modeBytes, mode)) throw new SealingError('MALFORMED');
  return concat(uuidBytes(fileId), u32(version), Uint8Array.of(modeBytes[mode]));
}

function encode(request: DecodedRequest): Bytes {
  const items = request.files
    .map((file) => [toHex(itemBytes(file)), file] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (new Set(request.files.map(({ fileId }) => fileId)).size !== items.length) throw new SealingError('MALFORMED');
  return concat(
    label,
    uuidBytes(request.requestId),
    u64(request.timeMs),
    exactly(request.receiver, partySize),
    exactly(request.sender, partySize),
    exactly(request.senderHead, 32),
    sized(request.intendedUse),
    sized(request.note),
    sized(request.checkpoint),
    u32(items.length),
    ...items.map(([, file]) => itemBytes(file)),
  );
}

/**
 * The statement that the receiver signs: `"sdx1/request" | requestId[16] | time u64 | party(receiver)[80] | party(sender)[80] |
 * senderHead[32] | text(intendedUse) | text(note) | text(checkpoint) | count u32 | (fileId[16] | version u32 | mode u8)*`, files in the
 * order of their bytes.
 * @throws SealingError MALFORMED for a duplicate file, an unknown mode or a text that is too long; GRANT_REFUSED for a party without an address
 */
export const encodeRequest = async (terms: RequestTerms): Promise<Bytes> =>
  encode({ ...terms, receiver: await partyBytes(terms.receiver), sender: await partyBytes(terms.sender) });

function fileIn(reader: Reader): RequestedFile {
  const [fileId, version, mode] = [toUuid(reader.bytes(16)), reader.u32(), reader.bytes(1)[0]];
  if (mode !== modeBytes.e2e && mode !== modeBytes.managed) throw new SealingError('MALFORMED');
  return { fileId, version, mode: mode === modeBytes.e2e ? 'e2e' : 'managed' };
}

/** Reads a statement. @throws SealingError MALFORMED unless it is exactly as `encodeRequest` writes it */
export function decodeRequest(bytes: Bytes): DecodedRequest {
  const reader = new Reader(bytes);
  if (toHex(reader.bytes(label.length)) !== toHex(label)) throw new SealingError('MALFORMED');
  const fields = {
    requestId: toUuid(reader.bytes(16)),
    timeMs: reader.u64(),
    receiver: reader.bytes(partySize),
    sender: reader.bytes(partySize),
    senderHead: reader.bytes(32),
    intendedUse: reader.text(),
    note: reader.text(),
    checkpoint: reader.text(),
  };
  const count = reader.u32();
  if (reader.left !== count * itemSize) throw new SealingError('MALFORMED');
  const decoded = { ...fields, files: Array.from({ length: count }, () => fileIn(reader)) };
  if (toHex(encode(decoded)) !== toHex(bytes)) throw new SealingError('MALFORMED');
  return decoded;
}

/** @param signing the receiver's private sign key @throws SealingError as `encodeRequest` */
export async function signRequest(terms: RequestTerms, signing: Key): Promise<SignedRequest> {
  const statement = await encodeRequest(terms);
  return { statement: toBase64url(statement), sig: toBase64url(await sign(signing, statement)) };
}

/** SHA-256 of the statement, to which grants are bound. @throws SealingError MALFORMED */
export const requestHash = ({ statement }: Pick<SignedRequest, 'statement'>): Promise<Bytes> =>
  sha256(fromBase64url(statement));

/** What a signed request must match. */
export interface RequestExpectation {
  requestId: string;
  receiver: Party & { signPublic: Key };
  sender: Party;
}

/**
 * Verifies that this receiver has signed the request, for this sender and under this id.
 * @throws SealingError MALFORMED; BAD_SIGNATURE; REQUEST_REFUSED for other parties, other keys of them, or another id
 */
export async function verifyRequest(
  { statement, sig }: SignedRequest,
  { requestId, receiver, sender }: RequestExpectation,
): Promise<VerifiedRequest> {
  const bytes = fromBase64url(statement);
  const request = decodeRequest(bytes);
  if (!(await verify(receiver.signPublic, fromBase64url(sig, 64), bytes))) throw new SealingError('BAD_SIGNATURE');
  const parties = [await partyBytes(receiver), await partyBytes(sender)].map(toHex);
  if (toHex(request.receiver) !== parties[0] || toHex(request.sender) !== parties[1] || request.requestId !== requestId)
    throw new SealingError('REQUEST_REFUSED');
  return { ...request, hash: await sha256(bytes) };
}

const nameOf = ({ fileId, version, mode }: RequestedFile) => `${fileId} ${version} ${mode}`;

/** Requires that the request names each of these files, in this version and mode. @throws SealingError REQUEST_SET_DIFFERS */
export function requireRequested({ files }: Pick<DecodedRequest, 'files'>, wanted: readonly RequestedFile[]): void {
  const requested = new Set(files.map(nameOf));
  if (!wanted.every((file) => requested.has(nameOf(file)))) throw new SealingError('REQUEST_SET_DIFFERS');
}

/** Whether the request names exactly these files, in these versions and modes. */
export const namesExactly = ({ files }: Pick<DecodedRequest, 'files'>, wanted: readonly RequestedFile[]): boolean =>
  files.map(nameOf).toSorted().join() === wanted.map(nameOf).toSorted().join();
