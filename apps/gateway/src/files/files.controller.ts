import { Controller, Req, Res } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { routes } from '@tradepost/contracts/routes';
import { maxFileBytes, storage, type UploadedFile } from '@tradepost/contracts/storage';
import { ObjectStore, type ObjectSource } from '@tradepost/service-kit/object-store/object-store';
import { Rpc } from '@tradepost/service-kit/rpc';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Http, Input, Key, Me } from '../http/route.decorator';
import { sendable, sendObject, shownInline } from './download';
import { checkSaidType, managedFiles, provenType, sniffBytes } from './file-type';
import { isUndecided, KeptFile, type Open } from './kept-file';
import { closeAfterAnswer, peek, readForm, type FormFile, type Peeked } from './multipart';
import { checkSealedHead, maxSealedBytes, sealedHeadBytes } from './sealed';

/** What the boundaries and text fields of a form may add to its file. */
const formOverhead = 256 * 1024;
/** Not every client ends its form with a line break (RFC 2046, 5.1.1). */
const formEnd = 2;
const tooLarge = () => new AppError('FILE_TOO_LARGE');
const noFile = () =>
  new AppError('INVALID', { message: 'file is required', errors: [{ field: 'file', message: 'file is required' }] });
const notLast = () =>
  new AppError('INVALID', {
    message: 'file must be the last part of the form',
    errors: [{ field: 'file', message: 'must come last' }],
  });

interface Upload {
  file: FormFile;
  fields: Record<string, string>;
  /** The folder, and the file whose next version comes. */
  target: { folderId: string; fileId?: string };
  actor: UserActor;
  idempotencyKey: string | undefined;
}

/** The data plane of the workspace: bytes go between the browser and the store and never over the bus. */
@Controller()
export class FilesController {
  constructor(
    private readonly rpc: Rpc,
    private readonly store: ObjectStore,
    private readonly kept: KeptFile,
  ) {}

  @Http(routes.uploadFile)
  upload(
    @Me() actor: UserActor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Key() idempotencyKey?: string,
  ) {
    return this.receive(actor, request, reply, idempotencyKey);
  }

  @Http(routes.replaceFile)
  replace(
    @Me() actor: UserActor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Key() idempotencyKey?: string,
  ) {
    return this.receive(actor, request, reply, idempotencyKey);
  }

  @Http(routes.fileContent)
  async content(
    @Input() input: any,
    @Me() actor: UserActor,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return sendObject(this.store, sendable(await this.rpc.call(storage.openFile, input, actor)), request, reply);
  }

  /** Shown in the browser; what cannot be shown there safely is not a preview. */
  @Http(routes.filePreview)
  async preview(
    @Input() input: any,
    @Me() actor: UserActor,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const stored = await this.rpc.call(storage.openFile, input, actor);
    if (stored.sealed)
      throw new AppError('FILE_TYPE', {
        message: 'This file is end-to-end encrypted: only a browser that has its key can show it',
      });
    const file = sendable(stored);
    if (!shownInline(file.contentType))
      throw new AppError('FILE_TYPE', { message: 'Only images and PDF files can be shown' });
    return sendObject(
      this.store,
      { ...file, inline: !Object.hasOwn(request.query as object, 'download') },
      request,
      reply,
    );
  }

  @Http(routes.versionContent)
  async version(
    @Input() input: any,
    @Me() actor: UserActor,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return sendObject(this.store, sendable(await this.rpc.call(storage.openVersion, input, actor)), request, reply);
  }

  private async receive(
    actor: UserActor,
    request: FastifyRequest,
    reply: FastifyReply,
    idempotencyKey: string | undefined,
  ) {
    try {
      if (Number(request.headers['content-length']) > maxSealedBytes + formOverhead) throw tooLarge();
      let answer: unknown;
      await readForm(request, { maxFiles: 1 }, async (file, fields) => {
        if (file.field !== 'file') throw noFile();
        const upload = { file, fields, target: request.params as Upload['target'], actor, idempotencyKey };
        answer = await (fields.enc ? this.keepSealed(upload) : this.keepPlain(upload));
      });
      if (!answer) throw noFile();
      return answer;
    } catch (error) {
      closeAfterAnswer(request, reply);
      throw error;
    }
  }

  private async keepPlain(upload: Upload): Promise<UploadedFile> {
    const { file, actor } = upload;
    const peeked = await peek(file.content, sniffBytes);
    const mimetype = provenType(file.name, peeked.head, managedFiles);
    return this.keep(upload, peeked, maxFileBytes, (open, bytes) => this.kept.keep(open, bytes, { mimetype }, actor));
  }

  private async keepSealed(upload: Upload): Promise<UploadedFile> {
    const { file, fields, target, actor } = upload;
    const { mimetype = '', fileVersion } = fields;
    if (mimetype) checkSaidType(file.name, mimetype);
    const peeked = await peek(file.content, sealedHeadBytes);
    return this.keep(upload, peeked, maxSealedBytes, async (open, bytes) => {
      checkSealedHead(peeked.head, { fileId: target.fileId ?? fields.fileId ?? '', version: Number(fileVersion) });
      return this.kept.keepSealed(open, bytes, { mimetype }, actor);
    });
  }

  /** Reserve, stream, commit: what is refused leaves neither bytes nor quota behind, what may have happened is left to the upload's lease. */
  private async keep(
    { file, fields, target, actor, idempotencyKey }: Upload,
    { size: known, source }: Peeked,
    maxBytes: number,
    store: (open: Open, bytes: ObjectSource) => Promise<UploadedFile>,
  ): Promise<UploadedFile> {
    const announced = known ?? file.announcedBytes;
    if (announced !== undefined && announced > maxBytes) throw tooLarge();
    const expectedBytes = announced ?? maxBytes;
    const bytes = source(
      Math.min(expectedBytes + formEnd, maxBytes),
      expectedBytes + formEnd < maxBytes ? notLast : tooLarge,
    );
    const input = {
      ...(fields as object),
      ...target,
      replace: target.fileId !== undefined,
      fileName: file.name,
      expectedBytes,
      resumable: false,
    };
    const { done, ...upload } = await this.rpc.call(storage.beginUpload, input, actor, { idempotencyKey });
    if (done) {
      for await (const _ of bytes); // a repeat: the first file stands, and these bytes are one too many
      return done;
    }
    try {
      return await store(upload, bytes);
    } catch (error) {
      if (!isUndecided(error)) await this.kept.drop(upload.uploadId, actor);
      throw error;
    }
  }
}
