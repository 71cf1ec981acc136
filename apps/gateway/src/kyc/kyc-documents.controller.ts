import { randomUUID } from 'node:crypto';
import { Controller, Req, Res } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { kyc, kycDocuments, type KycDocumentId, type Registration } from '@tradepost/contracts/kyc';
import { routes, type RouteIn } from '@tradepost/contracts/routes';
import { formLimits } from '@tradepost/contracts/routes/form-limits';
import { checkSelf } from '@tradepost/service-kit/security/access';
import { log } from '@tradepost/service-kit/observability/logging';
import { meter } from '@tradepost/service-kit/objects/checksum';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { Scanner } from '@tradepost/service-kit/security/scanner/scanner';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Sessions } from '../auth/sessions';
import { isInlineType, sendObject } from '../files/download';
import { detectMimeType, registrationDocuments, sniffBytes } from '../files/file-type';
import { closeAfterAnswer, noFile, peek, type FormFile } from '../files/multipart';
import { UploadAdmission } from '../files/upload-admission';
import { rejectInfected } from '../files/reject-infected';
import { jsonOf } from '../http/json-body';
import { RouteCall, type CommandSender } from '../http/route-call';
import { Call, Http } from '../http/route.decorator';
import { rejectEncrypted } from './reject-encrypted';

const tooLarge = () => new AppError('TOO_LARGE', { message: 'A document may have at most 25 MB' });

const bytesOf = (documents: readonly StoredDocument[]) => documents.reduce((sum, { size }) => sum + size, 0);

/** On a server error, documents may be attached. */
const isRefusal = (error: unknown) => error instanceof AppError && error.status < 500;

const isDocument = (field: string): field is KycDocumentId => kycDocuments.some(([id]) => id === field);

type PutDocument = typeof kyc.checkDocumentRoom | typeof kyc.rejectInfectedDocument;
type StoredDocument = In<typeof kyc.attachDocument>;

/** Uploads and downloads of the documents of a business registration. */
@Controller()
export class KycDocumentsController {
  constructor(
    private readonly objects: ObjectStore,
    private readonly scanner: Scanner,
    private readonly sessions: Sessions,
    private readonly admission: UploadAdmission,
  ) {}

  @Http(routes.updateKyc, { also: [kyc.checkDocumentRoom, kyc.rejectInfectedDocument] })
  async update(
    @Call() call: RouteCall<typeof routes.updateKyc, PutDocument>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const uploads: StoredDocument[] = [];
    let isSubmitted = false;
    try {
      const { userId, kycData } = await this.admission.readForm(
        call.actor,
        request,
        { ...formLimits.updateKyc, tooLarge },
        async (file, fields) => {
          checkSelf(kyc.submit, fields, call.actor);
          uploads.push(await this.put(file, call, bytesOf(uploads)));
        },
      );
      // the owning service validates it
      const input = { userId, kycData: parsed(kycData), uploads } as RouteIn<typeof routes.updateKyc>;
      isSubmitted = true;
      return await call.send(kyc.submit, input).finally(() => this.sessions.forgetUser(call.actor.userId));
    } catch (error) {
      if (!isSubmitted || isRefusal(error)) await this.remove(uploads);
      closeAfterAnswer(request, reply);
      throw error;
    }
  }

  /** Stores one document at once, even if others are missing. */
  @Http(routes.uploadKycDocument, { also: [kyc.checkDocumentRoom, kyc.rejectInfectedDocument] })
  async upload(
    @Call()
    call: RouteCall<typeof routes.uploadKycDocument, PutDocument>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { documentId } = request.params as { documentId: string };
    try {
      const stored: Registration[] = [];
      await this.admission.readForm(
        call.actor,
        request,
        { ...formLimits.uploadKycDocument, tooLarge },
        async (file) => {
          stored.push(await this.attach(await this.put({ ...file, field: documentId }, call), call));
        },
      );
      if (!stored[0]) throw noFile();
      return stored[0];
    } catch (error) {
      closeAfterAnswer(request, reply);
      throw error;
    }
  }

  @Http(routes.kycDocument)
  async document(
    @Call() call: RouteCall<typeof routes.kycDocument>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { objectKey, filename, contentType, size } = await call.forward();
    return sendObject(
      this.objects,
      {
        objectKey,
        name: filename,
        contentType,
        size,
        etag: objectKey.slice(objectKey.lastIndexOf('/') + 1),
        inline: isInlineType(contentType),
      },
      request,
      reply,
    );
  }

  /** Stores the bytes of a document, which does not have them yet. @param formBytes of earlier documents of the form */
  private async put(
    { field, name, content, announcedBytes = 1, wholeForm }: FormFile,
    sender: CommandSender<PutDocument> & { actor: UserActor },
    formBytes = 0,
  ): Promise<StoredDocument> {
    const { companyId } = sender.actor;
    if (!isDocument(field) || !companyId)
      throw new AppError('INVALID', {
        message: `${field} is not a document of the registration`,
        errors: [{ field, message: 'not a document' }],
      });
    await sender.send(kyc.checkDocumentRoom, { bytes: formBytes + announcedBytes });
    const { head, source } = await peek(content, sniffBytes, wholeForm);
    const contentType = detectMimeType(name, head, registrationDocuments);
    const objectKey = `kyc/${companyId}/${randomUUID()}`;
    const bytes = source(formLimits.uploadKycDocument.maxFileBytes, tooLarge);
    const measured = meter(this.scanner.watch(contentType === 'application/pdf' ? rejectEncrypted(bytes) : bytes));
    await this.objects
      .put(objectKey, measured.stream, { contentType })
      .catch((error) => this.reject(field, name, error, sender));
    const { size, sha256 } = measured.result();
    return { documentId: field, objectKey, filename: name, contentType, size, sha256, scan: this.scanner.verdict };
  }

  private async attach(
    document: StoredDocument,
    sender: CommandSender<typeof kyc.attachDocument>,
  ): Promise<Registration> {
    try {
      return await sender.send(kyc.attachDocument, document);
    } catch (error) {
      if (isRefusal(error)) await this.remove([document]);
      throw error;
    }
  }

  private async remove(documents: readonly StoredDocument[]): Promise<void> {
    for (const { objectKey } of documents)
      await this.objects
        .remove(objectKey)
        .catch((failure) =>
          log.warn({ err: failure, objectKey }, 'could not remove the object of a rejected document'),
        );
  }

  /** Reports malware to the audit log. @throws AppError MALWARE, or `error` */
  private reject(
    documentId: KycDocumentId,
    name: string,
    error: unknown,
    sender: CommandSender<typeof kyc.rejectInfectedDocument>,
  ): Promise<never> {
    const filename = name.replace(/\p{C}/gu, '?').slice(0, 255);
    return rejectInfected(error, { documentId }, (signature) =>
      sender.send(kyc.rejectInfectedDocument, { documentId, filename, signature }),
    );
  }
}

function parsed(kycData: string | undefined): unknown {
  if (kycData === undefined) return undefined;
  try {
    return jsonOf(Buffer.from(kycData));
  } catch (error) {
    throw new AppError('INVALID', {
      message: 'kycData is not valid JSON',
      errors: [{ field: 'kycData', message: 'not valid JSON' }],
      cause: error,
    });
  }
}
