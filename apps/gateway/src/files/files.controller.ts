import { Controller, Req, Res } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
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
import { provenType, sniffBytes } from './file-type';
import { closeAfterAnswer, peek, readForm, type FormFile } from './multipart';

/** What the boundaries and text fields of a form may add to its file. */
const formOverhead = 256 * 1024;
const tooLarge = () => new AppError('FILE_TOO_LARGE');

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
      const announced = Number(request.headers['content-length'] ?? Number.NaN);
      if (announced > maxFileBytes + formOverhead) throw tooLarge();
      const { folderId } = request.params as { folderId: string };
      let answer: unknown;
      await readForm(request, { maxFiles: 1 }, async (file, fields) => {
        if (file.field !== 'file') throw new AppError('INVALID', { message: 'file is required', errors: [{ field: 'file', message: 'file is required' }] });
        const expectedBytes = Math.min(announced || maxFileBytes, maxFileBytes);
        answer = await this.keep({ file, fields, folderId, expectedBytes, actor, idempotencyKey });
      });
      if (!answer) throw new AppError('INVALID', { message: 'file is required', errors: [{ field: 'file', message: 'file is required' }] });
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
  private async keep({ file, fields, folderId, expectedBytes, actor, idempotencyKey }: { file: FormFile; fields: Record<string, string>; folderId: string; expectedBytes: number; actor: UserActor; idempotencyKey: string | undefined }) {
    const { head, source } = await peek(file.content, sniffBytes, { maxBytes: maxFileBytes, tooLarge });
    const mimetype = provenType(file.name, head);
    const { uploadId, objectKey, done } = await this.rpc.call(storage.beginUpload, { ...(fields as object), folderId, fileName: file.name, expectedBytes }, actor, { idempotencyKey });
    if (done) {
      for await (const _ of source);
      return done;
    }
    const measured = meter(source);
    try {
      await this.store.put(objectKey, measured.stream, { contentType: mimetype });
      const { size, sha256, crc32 } = measured.result();
      return await this.rpc.call(storage.commitUpload, { uploadId, size, sha256, crc32, mimetype }, actor);
    } catch (error) {
      await this.rpc.call(storage.abortUpload, { uploadId }, actor).catch((failure) => log.warn({ err: failure, uploadId }, 'the lease will free this upload'));
      throw error;
    }
  }
}
