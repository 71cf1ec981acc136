import { Controller, Req, Res } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In, Out } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { routes } from '@tradepost/contracts/routes';
import { maxFileBytes, storage } from '@tradepost/contracts/storage';
import { log } from '@tradepost/service-kit/logging';
import { meter } from '@tradepost/service-kit/object-store/checksum';
import { ObjectStore } from '@tradepost/service-kit/object-store/object-store';
import { Rpc } from '@tradepost/service-kit/rpc';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Http, Input, Key, Me } from '../http/route.decorator';
import { sendObject } from './download';
import { managedFiles, provenType, sniffBytes } from './file-type';
import { closeAfterAnswer, peek, readForm, type FormFile } from './multipart';

/** What the boundaries and text fields of a form may add to its file. */
const formOverhead = 256 * 1024;
/** Not every client ends its form with a line break (RFC 2046, 5.1.1). */
const formEnd = 2;
const tooLarge = () => new AppError('FILE_TOO_LARGE');
const noFile = () => new AppError('INVALID', { message: 'file is required', errors: [{ field: 'file', message: 'file is required' }] });
const notLast = () => new AppError('INVALID', { message: 'file must be the last part of the form', errors: [{ field: 'file', message: 'must come last' }] });

type Uploaded = Out<typeof storage.commitUpload>;

interface Upload {
  file: FormFile;
  fields: Record<string, string>;
  folderId: string;
  actor: UserActor;
  idempotencyKey: string | undefined;
}

/** The data plane of the workspace: bytes go between the browser and the store and never over the bus. */
@Controller()
export class FilesController {
  constructor(
    private readonly rpc: Rpc,
    private readonly store: ObjectStore,
  ) {}

  @Http(routes.uploadFile)
  async upload(@Me() actor: UserActor, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply, @Key() idempotencyKey?: string) {
    try {
      if (Number(request.headers['content-length']) > maxFileBytes + formOverhead) throw tooLarge();
      const { folderId } = request.params as { folderId: string };
      let answer: unknown;
      await readForm(request, { maxFiles: 1 }, async (file, fields) => {
        if (file.field !== 'file') throw noFile();
        answer = await this.keep({ file, fields, folderId, actor, idempotencyKey });
      });
      if (!answer) throw noFile();
      return answer;
    } catch (error) {
      closeAfterAnswer(request, reply);
      throw error;
    }
  }

  @Http(routes.fileContent)
  async content(@Input() input: any, @Me() actor: UserActor, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const { objectKey, name, mimetype, size, sha256 } = await this.rpc.call(storage.openFile, input, actor);
    return sendObject(this.store, { objectKey, name, contentType: mimetype, size, etag: sha256 }, request, reply);
  }

  /** Reserve, stream, commit; whatever breaks on the way leaves no bytes and no quota behind. */
  private async keep({ file, fields, folderId, actor, idempotencyKey }: Upload): Promise<Uploaded> {
    const { head, size: known, source } = await peek(file.content, sniffBytes);
    const mimetype = provenType(file.name, head, managedFiles);
    const announced = known ?? file.announcedBytes;
    if (announced !== undefined && announced > maxFileBytes) throw tooLarge();
    const expectedBytes = announced ?? maxFileBytes;
    const { uploadId, objectKey } = await this.rpc.call(storage.beginUpload, { ...(fields as object), folderId, fileName: file.name, expectedBytes }, actor);
    const measured = meter(source(Math.min(expectedBytes + formEnd, maxFileBytes), expectedBytes + formEnd < maxFileBytes ? notLast : tooLarge));
    try {
      await this.store.put(objectKey, measured.stream, { contentType: mimetype });
      const answer = await this.commit({ uploadId, ...measured.result(), mimetype }, actor, idempotencyKey);
      // a repeat of an earlier call: its answer stands, these bytes are one too many
      if (answer.file.id !== uploadId) await this.drop(uploadId, objectKey, actor);
      return answer;
    } catch (error) {
      if (!isUndecided(error)) await this.drop(uploadId, objectKey, actor);
      throw error;
    }
  }

  /** An unanswered commit is asked once more: repeating it answers the same file. */
  private commit(upload: In<typeof storage.commitUpload>, actor: UserActor, idempotencyKey: string | undefined): Promise<Uploaded> {
    const ask = () => this.rpc.call(storage.commitUpload, upload, actor, { idempotencyKey });
    return ask().catch((error) => {
      if (isUndecided(error)) return ask();
      throw error;
    });
  }

  private async drop(uploadId: string, objectKey: string, actor: UserActor) {
    try {
      await this.store.remove(objectKey);
      await this.rpc.call(storage.abortUpload, { uploadId }, actor);
    } catch (error) {
      log.warn({ err: error, uploadId }, 'left to the lease of the upload');
    }
  }
}

/** Whether the commit may have happened: its bytes are then for the upload's lease to clear, not for us. */
const isUndecided = (error: unknown) => error instanceof AppError && error.status >= 500;
