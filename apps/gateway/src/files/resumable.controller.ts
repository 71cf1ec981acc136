import { Readable } from 'node:stream';
import { Controller, Req, Res } from '@nestjs/common';
import { MemoryLocker, Server } from '@tus/server';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { apiBase, routes } from '@tradepost/contracts/routes';
import { maxFileBytes, storage } from '@tradepost/contracts/storage';
import { ObjectStore } from '@tradepost/service-kit/object-store/object-store';
import { Rpc } from '@tradepost/service-kit/rpc';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Http, Key, Me } from '../http/route.decorator';
import { checkSaidType } from './file-type';
import { KeptFile } from './kept-file';
import { closeAfterAnswer } from './multipart';
import { ResumableStore } from './resumable-store';
import { maxSealedBytes } from './sealed';

const answered = /^(tus-|upload-|location$|content-type$)/;

/** Uploads that go on where they broke off: tus 1.0 (https://tus.io/protocols/resumable-upload), behind the same guard and errors as every call. */
@Controller()
export class ResumableController {
  /** Of two requests for one upload the later gets it, once the earlier has kept what it has. */
  private readonly locker = new MemoryLocker();
  private readonly underWay = new Map<string, Promise<unknown>>();

  constructor(
    private readonly rpc: Rpc,
    private readonly store: ObjectStore,
    private readonly kept: KeptFile,
  ) {}

  @Http(routes.createUpload)
  create(
    @Me() actor: UserActor,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Key() idempotencyKey?: string,
  ) {
    return this.speak(actor, request, reply, idempotencyKey);
  }

  @Http(routes.uploadState)
  state(@Me() actor: UserActor, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.speak(actor, request, reply);
  }

  @Http(routes.continueUpload)
  continue(@Me() actor: UserActor, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.speak(actor, request, reply);
  }

  @Http(routes.endUpload)
  end(@Me() actor: UserActor, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.speak(actor, request, reply);
  }

  private async speak(actor: UserActor, request: FastifyRequest, reply: FastifyReply, idempotencyKey?: string) {
    const datastore = new ResumableStore(this.rpc, this.store, this.kept, actor, this.underWay);
    let failure: unknown;
    const server = new Server({
      path: apiBase + routes.createUpload.path,
      datastore,
      locker: this.locker,
      maxSize: maxSealedBytes,
      relativeLocation: true,
      allowedOrigins: [],
      getFileIdFromRequest: () => (request.params as { uploadId: string }).uploadId,
      namingFunction: (_request, metadata = {}) =>
        this.begin(metadata, Number(request.headers['upload-length']), actor, idempotencyKey),
      onUploadFinish: async (_request, { id }) => {
        const file = await datastore.finish(await datastore.state(id));
        return {
          status_code: request.method === 'POST' ? 201 : 200,
          headers: { 'content-type': 'application/json; charset=utf-8' },
          body: JSON.stringify(file),
        };
      },
      onResponseError: (_request, error) => {
        failure = error;
        return undefined;
      },
    });
    const answer = await server.handleWeb(webRequest(request));
    for (const [name, value] of answer.headers) if (answered.test(name)) void reply.header(name, value);
    if (answer.status < 400)
      return reply.status(answer.status).send(answer.body ? await answer.text() : Readable.from([]));
    closeAfterAnswer(request, reply);
    void reply.removeHeader('content-type');
    throw failure instanceof AppError || (failure instanceof Error && !('status_code' in failure))
      ? failure
      : problem(answer.status, await answer.text());
  }

  private async begin(
    metadata: Record<string, string | null>,
    length: number,
    actor: UserActor,
    idempotencyKey: string | undefined,
  ): Promise<string> {
    const {
      folderId = '',
      fileName = '',
      ...terms
    } = Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, value ?? '']));
    const { enc, fileId, fileVersion, mimetype } = terms;
    if (length > (enc ? maxSealedBytes : maxFileBytes)) throw new AppError('FILE_TOO_LARGE');
    if (enc && mimetype) checkSaidType(fileName, mimetype);
    // a new sealed file has an id of its sender's, too
    const replace = enc ? Number(fileVersion) > 1 : !!fileId;
    const input = { ...(terms as object), folderId, fileName, replace, expectedBytes: length, resumable: true };
    return (await this.rpc.call(storage.beginUpload, input, actor, { idempotencyKey })).uploadId;
  }
}

function webRequest({ raw, method, url }: FastifyRequest): Request {
  const headers = Object.entries(raw.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  const body = method === 'PATCH' || method === 'POST' ? (Readable.toWeb(raw) as ReadableStream) : null;
  return new Request(new URL(url, 'http://gateway'), { method, headers, body, duplex: 'half' } as RequestInit);
}

/** The protocol's own refusals, as errors of ours. */
function problem(status: number, text: string): AppError {
  const message = text.trim();
  if (status === 404) return new AppError('NOT_FOUND');
  if (status === 409) return new AppError('OFFSET_CONFLICT');
  if (status === 410) return new AppError('UPLOAD_GONE');
  if (status === 413) return new AppError('FILE_TOO_LARGE');
  return new AppError(status >= 500 && status !== 501 ? 'INTERNAL' : 'INVALID', { message });
}
