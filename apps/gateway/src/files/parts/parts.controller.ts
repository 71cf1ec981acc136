import { createHash, randomUUID } from 'node:crypto';
import { Controller, Req, Res } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { routes } from '@tradepost/contracts/routes';
import {
  storage,
  type CopiedRange,
  type StoredPart,
  type UploadedFile,
  type UploadPart,
  type UploadState,
} from '@tradepost/contracts/storage';
import { countOfParts, spanOfPart } from '@tradepost/contracts/values/upload-sizes';
import { decimalOf } from '@tradepost/contracts/values/decimal';
import { validate } from '@tradepost/contracts/values/validate';
import { meter } from '@tradepost/service-kit/objects/checksum';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { second } from '@tradepost/service-kit/runtime/durations';
import { withTimeout } from '@tradepost/service-kit/runtime/with-timeout';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RouteCall } from '../../http/route-call';
import { Call, Http } from '../../http/route.decorator';
import { sniffBytes } from '../file-type';
import { closeAfterAnswer, heldBytesOf, isParsed, peek } from '../multipart';
import { UploadAdmission } from '../upload-admission';
import { isIndeterminate } from '../upload-finalizer';
import { fileOf, identityOf, joinUpload, UploadJoiner } from './upload-joiner';

/** A proxy may end a call that is silent for longer. */
const longestWaitMs = 20 * second;

const putAlso = [storage.uploadState, storage.abortUpload] as const;
type PutCall = RouteCall<typeof routes.putPart, (typeof putAlso)[number]>;
type CommitCall = RouteCall<typeof routes.commitParts, (typeof joinUpload)[number]>;

/** Parts of an upload that arrive in any order, several at once, each with its checksum. */
@Controller()
export class PartsController {
  constructor(
    private readonly store: ObjectStore,
    private readonly joiner: UploadJoiner,
    private readonly admission: UploadAdmission,
  ) {}

  @Http(routes.putPart, { also: putAlso })
  async put(
    @Call() call: PutCall,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UploadPart> {
    try {
      if (isParsed(request)) throw new AppError('UNSUPPORTED_MEDIA');
      return await this.admission.run(call.actor, request, heldBytesOf(), () => this.storePart(call, request));
    } catch (error) {
      closeAfterAnswer(request, reply);
      throw error;
    }
  }

  /** Checks what it joins, so a part that another client replaces at this moment is found. */
  @Http(routes.commitParts, { also: joinUpload })
  async commit(@Call() call: CommitCall, @Req() request: FastifyRequest) {
    // as storage reads it, which checks the ranges: a number may also come as text
    const { uploadId, partsSha256, copied: ranges } = await validate(storage.commitParts.input, call.input);
    const running = this.joiner.runningJoin(uploadId);
    // also while it is joined: storage alone knows the company of an upload
    const state = await call.send(storage.uploadState, { uploadId });
    if (state.done) return state.done;
    if (running) return answerInTime(fileOf(running, identityOf(partsSha256, ranges)));
    const joined = await this.toJoin(call, state, { partsSha256, ranges });
    // counted as long as it runs, which may be longer than the call
    const admit = (join: () => Promise<UploadedFile>) => this.admission.run(call.actor, request, heldBytesOf(), join);
    return answerInTime(this.joiner.join(state, joined, call, admit));
  }

  /** An upload of a version that another one has overtaken ends: what it would copy is not the version before it any more. */
  private async toJoin(call: CommitCall, state: UploadState, wanted: Wanted) {
    try {
      return await partsToJoin(call, state, wanted);
    } catch (error) {
      if (error instanceof AppError && error.code === 'VERSION_CONFLICT') return this.joiner.abort(state, error, call);
      throw error;
    }
  }

  private async storePart(call: PutCall, request: FastifyRequest): Promise<UploadPart> {
    const { uploadId } = call.input as { uploadId: string };
    const number = decimalOf(String(call.input.number));
    const sha256 = checksumOf(request);
    const state = await call.send(storage.uploadState, { uploadId });
    if (state.done) throw new AppError('UPLOAD_GONE');
    const span = spanOfPart(state.length, number);
    const size = span ? span.end - span.start : 0;
    if (!span || Number(request.headers['content-length'] ?? size) !== size) throw new AppError('PART_INVALID');
    const { head, source } = await peek(request.raw, number === 1 ? sniffBytes : 0);
    const measured = meter(source(size, () => new AppError('PART_INVALID')));
    const fault = number === 1 ? this.joiner.faultOf(state, head) : null;
    if (fault) {
      // a damaged part can be sent again: only one that arrived as it was sent ends the upload
      for await (const _ of wholeOf(measured.stream, size));
      if (measured.result().sha256 !== sha256) throw new AppError('PART_INVALID');
      return this.joiner.abort(state, fault, call);
    }
    const objectKey = `${state.objectKey}.part-${randomUUID()}`;
    // a sealed part needs no encryption at rest, as the file that it becomes
    await this.store.put(objectKey, wholeOf(measured.stream, size), { size, sealed: state.sealed !== null });
    try {
      const { sha256: found, crc32 } = measured.result();
      if (found !== sha256) throw new AppError('PART_INVALID');
      return await call.send(storage.putPart, { uploadId, number, objectKey, size, sha256, crc32 });
    } catch (error) {
      if (!isIndeterminate(error)) await this.store.remove(objectKey);
      throw error;
    }
  }
}

/** RFC 9530. @returns the SHA-256 of the body that the caller announces, in hex @throws AppError PART_INVALID */
function checksumOf({ headers }: FastifyRequest): string {
  const given = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/.exec(String(headers['content-digest']))?.[1];
  if (!given) throw new AppError('PART_INVALID');
  return Buffer.from(given, 'base64').toString('hex');
}

async function* wholeOf(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let passed = 0;
  for await (const piece of bytes) {
    passed += piece.length;
    yield piece;
  }
  if (passed !== size) throw new AppError('PART_INVALID');
}

/** What the caller asks to join. */
interface Wanted {
  partsSha256: string;
  ranges: readonly CopiedRange[];
}

/** @throws AppError PARTS_DIFFER unless all parts are there, as the caller has sent them; RANGE, VERSION_CONFLICT, SEALED_INVALID for wrong ranges */
async function partsToJoin(call: CommitCall, { uploadId, length }: UploadState, { partsSha256, ranges }: Wanted) {
  const wanted = countOfParts(length);
  const parts: StoredPart[] = [];
  let objectKey: string | null = null;
  let multipartId: string | null = null;
  do {
    const which = { uploadId, partsSha256, copied: [...ranges], from: parts.length + 1 };
    const page = await call.send(storage.commitParts, { ...which, joinsInStore: true });
    objectKey = page.replaced ?? null;
    multipartId = page.multipartId ?? null;
    if (page.parts.length === 0 || page.parts.some(({ number }, at) => number !== parts.length + at + 1))
      throw new AppError('PARTS_DIFFER');
    parts.push(...page.parts);
  } while (parts.length < wanted);
  const all = createHash('sha256');
  for (const { sha256 } of parts) all.update(sha256, 'hex');
  if (all.digest('hex') !== partsSha256) throw new AppError('PARTS_DIFFER');
  if (multipartId !== null) return { parts, partsSha256, multipartId };
  return { parts: parts.map(asObject), partsSha256, copies: objectKey === null ? null : { objectKey, ranges } };
}

/** @throws AppError PARTS_DIFFER for a part of a multipart upload that has just ended */
function asObject({ objectKey, ...part }: StoredPart): StoredPart & { objectKey: string } {
  if (objectKey === null) throw new AppError('PARTS_DIFFER');
  return { ...part, objectKey };
}

/** @throws AppError IN_PROGRESS while a large file is joined: a later call gets the file or the error */
function answerInTime<T>(join: Promise<T>): Promise<T> {
  join.catch(() => undefined);
  return withTimeout(longestWaitMs, join, () => new AppError('IN_PROGRESS', { retryAfter: 1 }));
}
