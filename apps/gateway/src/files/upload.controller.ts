import { Controller, Req, Res } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { routes } from '@tradepost/contracts/routes';
import { formLimits, type FormLimit } from '@tradepost/contracts/routes/form-limits';
import { storage, type UploadedFile } from '@tradepost/contracts/storage';
import { uuidPattern } from '@tradepost/contracts/values/fields';
import { smallFileBytes } from '@tradepost/contracts/values/upload-sizes';
import type { ObjectSource } from '@tradepost/service-kit/objects/object-store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RouteCall, type CommandSender } from '../http/route-call';
import { Call, Http } from '../http/route.decorator';
import { checkDeclaredType, detectMimeType, sniffBytes } from './file-type';
import { closeAfterAnswer, noFile, peek, type FormFile, type Peeked } from './multipart';
import { checkSealedHead, sealedHeadBytes } from './sealed';
import { UploadAdmission } from './upload-admission';
import { finishUpload, isIndeterminate, UploadFinalizer, type AddedBytes, type OpenUpload } from './upload-finalizer';
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
  sender: UploadSender & { actor: UserActor };
  /** Adds a new file after its bytes are stored. Absent for a new version. */
  add: AddFile | undefined;
}

type AddFile = (added: In<typeof storage.addFile>) => Promise<UploadedFile>;

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
    const add: AddFile = (added) => call.send(storage.addFile, added);
    return this.receive(call, request, reply, formLimits.uploadFile, add);
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
    add?: AddFile,
  ): Promise<UploadedFile> {
    try {
      const stored: UploadedFile[] = [];
      const limits = { ...form, maxFileBytes: this.rules.maxFormBytes(true), tooLarge: this.rules.formTooLarge };
      await this.admission.readForm(sender.actor, request, limits, async (file, fields) => {
        if (file.field !== 'file') throw noFile();
        const upload = { file, fields, target: request.params as Upload['target'], sender, add };
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
    const { expectedBytes, bytes } = this.bytesOf(file, peeked, this.rules.maxFormBytes(false));
    const place = this.placeOf(upload);
    const { add, fields } = upload;
    const reserve = (size: number, source: ObjectSource) =>
      this.store(upload, size, source, (open) => this.finalizer.storeManaged(open, source, { mimetype }, sender));
    if (!add || !place || expectedBytes > smallFileBytes || !this.finalizer.addsAtOnce)
      return reserve(expectedBytes, bytes);
    const addStored = (stored: AddedBytes) => add({ ...(fields as object), ...place, fileName: file.name, ...stored });
    return this.finalizer.addManaged(place, bytes, mimetype, addStored, reserve);
  }

  /** Null for what cannot be a part of an object's key: storage refuses it. */
  private placeOf({ target: { folderId }, sender: { actor } }: Upload) {
    return actor.companyId && uuidPattern.test(folderId) ? { companyId: actor.companyId, folderId } : null;
  }

  private async storeSealed(upload: Upload): Promise<UploadedFile> {
    const { file, fields, target, sender } = upload;
    const { mimetype = '', fileVersion } = fields;
    if (mimetype) checkDeclaredType(file.name, mimetype, this.rules.formats);
    const peeked = await peek(file.content, sealedHeadBytes, file.wholeForm);
    const { expectedBytes, bytes } = this.bytesOf(file, peeked, this.rules.maxFormBytes(true));
    return this.store(upload, expectedBytes, bytes, async (open) => {
      checkSealedHead(peeked.head, { fileId: target.fileId ?? fields.fileId ?? '', version: Number(fileVersion) });
      return this.finalizer.storeSealed(open, bytes, { mimetype }, sender);
    });
  }

  /** The bytes of a file, at most as many as expected. @throws AppError FILE_TOO_LARGE */
  private bytesOf(file: FormFile, { size: known, source }: Peeked, maxBytes: number) {
    const tooLarge = this.rules.formTooLarge;
    const announced = known ?? file.announcedBytes;
    if (announced !== undefined && announced > maxBytes) throw tooLarge();
    const expectedBytes = announced ?? maxBytes;
    const bytes = source(
      Math.min(expectedBytes + formEnd, maxBytes),
      expectedBytes + formEnd < maxBytes ? notLast : tooLarge,
    );
    return { expectedBytes, bytes };
  }

  /** Reserves, streams, commits. A failure aborts the upload, unless it may be committed: then its lease decides. */
  private async store(
    { file, fields, target, sender }: Upload,
    expectedBytes: number,
    bytes: ObjectSource,
    storeBytes: (open: OpenUpload) => Promise<UploadedFile>,
  ): Promise<UploadedFile> {
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
      return await storeBytes(upload);
    } catch (error) {
      if (!isIndeterminate(error)) await this.finalizer.abort(upload.uploadId, sender);
      throw error;
    }
  }
}
