import { Controller, Req, Res } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { routes } from '@tradepost/contracts/routes';
import { formLimits, type FormLimit } from '@tradepost/contracts/routes/form-limits';
import { storage, type UploadedFile } from '@tradepost/contracts/storage';
import type { ObjectSource } from '@tradepost/service-kit/objects/object-store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RouteCall, type CommandSender } from '../http/route-call';
import { Call, Http } from '../http/route.decorator';
import { checkDeclaredType, detectMimeType, sniffBytes } from './file-type';
import { closeAfterAnswer, noFile, peek, type FormFile, type Peeked } from './multipart';
import { checkSealedHead, sealedHeadBytes } from './sealed';
import { UploadAdmission } from './upload-admission';
import { finishUpload, isIndeterminate, UploadFinalizer, type OpenUpload } from './upload-finalizer';
import { UploadRules } from './upload-rules';

/** Not every client ends its form with a line break (RFC 2046, 5.1.1). */
const formEnd = 2;
const notLast = () =>
  new AppError('INVALID', {
    message: 'file must be the last part of the form',
    errors: [{ field: 'file', message: 'must come last' }],
  });

const also = finishUpload;
type FinishUpload = (typeof also)[number];
type UploadSender = CommandSender<typeof storage.beginUpload | FinishUpload>;

interface Upload {
  file: FormFile;
  fields: Record<string, string>;
  /** The folder, and the file that gets a new version. */
  target: { folderId: string; fileId?: string };
  sender: UploadSender;
}

/** Uploads as a form. The bytes go from the request into the object store and never cross the bus. */
@Controller()
export class UploadController {
  constructor(
    private readonly finalizer: UploadFinalizer,
    private readonly admission: UploadAdmission,
    private readonly rules: UploadRules,
  ) {}

  @Http(routes.uploadFile, { also })
  upload(
    @Call() call: RouteCall<typeof routes.uploadFile, FinishUpload>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.receive(call, request, reply, formLimits.uploadFile);
  }

  @Http(routes.replaceFile, { also })
  replace(
    @Call() call: RouteCall<typeof routes.replaceFile, FinishUpload>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.receive(call, request, reply, formLimits.replaceFile);
  }

  private async receive(
    sender: UploadSender & { actor: UserActor },
    request: FastifyRequest,
    reply: FastifyReply,
    form: FormLimit,
  ): Promise<UploadedFile> {
    try {
      const stored: UploadedFile[] = [];
      const limits = { ...form, maxFileBytes: this.rules.maxFormBytes(true), tooLarge: this.rules.formTooLarge };
      await this.admission.readForm(sender.actor, request, limits, async (file, fields) => {
        if (file.field !== 'file') throw noFile();
        const upload = { file, fields, target: request.params as Upload['target'], sender };
        stored.push(await (fields.enc ? this.storeSealed(upload) : this.storeManaged(upload)));
      });
      if (!stored[0]) throw noFile();
      return stored[0];
    } catch (error) {
      closeAfterAnswer(request, reply);
      throw error;
    }
  }

  private async storeManaged(upload: Upload): Promise<UploadedFile> {
    const { file, sender } = upload;
    const peeked = await peek(file.content, sniffBytes, file.wholeForm);
    const mimetype = detectMimeType(file.name, peeked.head, this.rules.formats);
    return this.store(upload, peeked, this.rules.maxFormBytes(false), (open, bytes) =>
      this.finalizer.storeManaged(open, bytes, { mimetype }, sender),
    );
  }

  private async storeSealed(upload: Upload): Promise<UploadedFile> {
    const { file, fields, target, sender } = upload;
    const { mimetype = '', fileVersion } = fields;
    if (mimetype) checkDeclaredType(file.name, mimetype, this.rules.formats);
    const peeked = await peek(file.content, sealedHeadBytes, file.wholeForm);
    return this.store(upload, peeked, this.rules.maxFormBytes(true), async (open, bytes) => {
      checkSealedHead(peeked.head, { fileId: target.fileId ?? fields.fileId ?? '', version: Number(fileVersion) });
      return this.finalizer.storeSealed(open, bytes, { mimetype }, sender);
    });
  }

  /** Reserves, streams, commits. A failure aborts the upload, unless it may be committed: then its lease decides. */
  private async store(
    { file, fields, target, sender }: Upload,
    { size: known, source }: Peeked,
    maxBytes: number,
    storeBytes: (open: OpenUpload, bytes: ObjectSource) => Promise<UploadedFile>,
  ): Promise<UploadedFile> {
    const tooLarge = this.rules.formTooLarge;
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
    const { done, ...upload } = await sender.send(storage.beginUpload, input);
    if (done) {
      for await (const _ of bytes); // the idempotency key was used before: discard the repeated bytes
      return done;
    }
    try {
      return await storeBytes(upload, bytes);
    } catch (error) {
      if (!isIndeterminate(error)) await this.finalizer.abort(upload.uploadId, sender);
      throw error;
    }
  }
}
