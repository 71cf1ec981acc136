import { Readable } from 'node:stream';
import { Controller, Req, Res } from '@nestjs/common';
import { MemoryLocker, Server } from '@tus/server';
import { AppError } from '@tradepost/contracts/errors';
import { apiBase, routes } from '@tradepost/contracts/routes';
import { storage } from '@tradepost/contracts/storage';
import { decimalOf } from '@tradepost/contracts/values/decimal';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RouteCall, type CommandSender } from '../http/route-call';
import { Call, Http } from '../http/route.decorator';
import { checkDeclaredType } from './file-type';
import { closeAfterAnswer, heldBytesOf, isParsed } from './multipart';
import { UploadJoiner } from './parts/upload-joiner';
import { UploadAdmission } from './upload-admission';
import { ResumableStore, resumeUpload, type ResumeUpload, type PartsBeingStored } from './resumable-store';
import { fileKindOf, UploadRules } from './upload-rules';

const forwardedHeaders = /^(tus-|upload-|location$|content-type$)/;

const also = resumeUpload;
type Begin = (metadata: Record<string, string | null>) => Promise<string>;

/** Resumable uploads: tus 1.0 (https://tus.io/protocols/resumable-upload), with the guard and the error filter of every route. */
@Controller()
export class ResumableController {
  /** The later of two requests for one upload gets the lock, after the earlier one has stored its bytes. */
  private readonly locker = new MemoryLocker();
  private readonly parts: PartsBeingStored = new Map();

  constructor(
    private readonly store: ObjectStore,
    private readonly joiner: UploadJoiner,
    private readonly admission: UploadAdmission,
    private readonly rules: UploadRules,
  ) {}

  @Http(routes.createUpload, { also })
  create(
    @Call() call: RouteCall<typeof routes.createUpload, ResumeUpload>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const length = decimalOf(String(request.headers['upload-length']));
    return this.admission.run(call.actor, request, heldBytesOf(), () =>
      this.handle(call, request, reply, (metadata) => begin(call, metadata, length, this.rules)),
    );
  }

  @Http(routes.uploadState, { also })
  state(
    @Call() call: RouteCall<typeof routes.uploadState, ResumeUpload>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.handle(call, request, reply);
  }

  @Http(routes.continueUpload, { also })
  continue(
    @Call() call: RouteCall<typeof routes.continueUpload, ResumeUpload>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.admission.run(call.actor, request, heldBytesOf(), () => this.handle(call, request, reply));
  }

  @Http(routes.endUpload, { also })
  end(
    @Call() call: RouteCall<typeof routes.endUpload, ResumeUpload>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.handle(call, request, reply);
  }

  private async handle(
    sender: CommandSender<ResumeUpload>,
    request: FastifyRequest,
    reply: FastifyReply,
    begin?: Begin,
  ) {
    if (isParsed(request)) throw new AppError('UNSUPPORTED_MEDIA');
    const datastore = new ResumableStore(this.store, this.joiner, sender, this.parts);
    let failure: unknown;
    const server = new Server({
      path: apiBase + routes.createUpload.path,
      datastore,
      locker: this.locker,
      maxSize: this.rules.maxBytes('segmented'),
      relativeLocation: true,
      allowedOrigins: [],
      getFileIdFromRequest: () => (request.params as { uploadId: string }).uploadId,
      ...(begin && { namingFunction: (_request: Request, metadata: Parameters<Begin>[0] = {}) => begin(metadata) }),
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
    for (const [name, value] of answer.headers) if (forwardedHeaders.test(name)) void reply.header(name, value);
    if (answer.status < 400) {
      const text = await answer.text();
      // the tus server calls nothing a text
      if (!text) void reply.removeHeader('content-type');
      return reply.status(answer.status).send(text || Readable.from([]));
    }
    closeAfterAnswer(request, reply);
    void reply.removeHeader('content-type');
    throw failure instanceof AppError || (failure instanceof Error && !('status_code' in failure))
      ? failure
      : this.problem(answer.status, await answer.text());
  }

  /** Our error for a refusal by the tus server. */
  private problem(status: number, text: string): AppError {
    const message = text.trim();
    if (status === 404) return new AppError('NOT_FOUND');
    if (status === 409) return new AppError('OFFSET_CONFLICT');
    if (status === 410) return new AppError('UPLOAD_GONE');
    if (status === 413) return this.rules.tooLarge();
    return new AppError(status >= 500 && status !== 501 ? 'INTERNAL' : 'INVALID', { message });
  }
}

async function begin(
  sender: CommandSender<typeof storage.beginUpload>,
  metadata: Record<string, string | null>,
  length: number,
  rules: UploadRules,
): Promise<string> {
  const {
    folderId = '',
    fileName = '',
    ...terms
  } = Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, value ?? '']));
  const { enc, fileId, fileVersion, mimetype } = terms;
  if (length > rules.maxBytes(fileKindOf(terms))) throw rules.tooLarge();
  if (enc && mimetype) checkDeclaredType(fileName, mimetype, rules.formats);
  // the sender chooses the id of a sealed file, so a new one has an id too
  const replace = enc ? Number(fileVersion) > 1 : !!fileId;
  const input = { ...(terms as object), folderId, fileName, replace, expectedBytes: length, resumable: true };
  return (await sender.send(storage.beginUpload, input)).uploadId;
}

function webRequest({ raw, method, url }: FastifyRequest): Request {
  const headers = Object.entries(raw.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  const body = method === 'PATCH' || method === 'POST' ? (Readable.toWeb(raw) as ReadableStream) : null;
  return new Request(new URL(url, 'http://gateway'), { method, headers, body, duplex: 'half' } as RequestInit);
}
