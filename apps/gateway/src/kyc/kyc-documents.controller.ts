import { randomUUID } from 'node:crypto';
import { Controller, Req, Res } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { kyc, kycDocuments, type KycDocumentId, type Registration } from '@tradepost/contracts/kyc';
import { routes } from '@tradepost/contracts/routes';
import { checkSelf } from '@tradepost/service-kit/access';
import { log } from '@tradepost/service-kit/logging';
import { meter } from '@tradepost/service-kit/object-store/checksum';
import { ObjectStore } from '@tradepost/service-kit/object-store/object-store';
import { Rpc } from '@tradepost/service-kit/rpc';
import { Scanner } from '@tradepost/service-kit/scanner/scanner';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Sessions } from '../auth/sessions';
import { sendObject, shownInline } from '../files/download';
import { provenType, registrationDocuments, sniffBytes } from '../files/file-type';
import { closeAfterAnswer, peek, readForm, type FormFile } from '../files/multipart';
import { refuseInfected } from '../files/refuse-infected';
import { Http, Input, Me } from '../http/route.decorator';
import { unprotected } from './unprotected';

const maxDocumentBytes = 25 * 1024 * 1024;
const maxDataBytes = 1024 * 1024;
const tooLarge = () => new AppError('TOO_LARGE', { message: 'A document may have at most 25MB' });

const isDocument = (field: string): field is KycDocumentId => kycDocuments.some(([id]) => id === field);

/** The data plane of the business registration. */
@Controller()
export class KycDocumentsController {
  constructor(
    private readonly rpc: Rpc,
    private readonly store: ObjectStore,
    private readonly scanner: Scanner,
    private readonly sessions: Sessions,
  ) {}

  @Http(routes.updateKyc)
  async update(
    @Me() actor: UserActor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    try {
      const { userId, kycData } = await readForm(
        request,
        { maxFiles: kycDocuments.length, maxFieldBytes: maxDataBytes },
        async (file, fields) => {
          checkSelf(kyc.submit, fields, actor);
          await this.keep(file, actor);
        },
      );
      return await this.rpc
        .call(kyc.submit, { userId, kycData: parsed(kycData) } as never, actor)
        .finally(() => this.sessions.forgetUser(actor.userId));
    } catch (error) {
      closeAfterAnswer(request, reply);
      throw error;
    }
  }

  /** One document, kept at once whatever else is missing. */
  @Http(routes.uploadKycDocument)
  async upload(
    @Me() actor: UserActor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { documentId } = request.params as { documentId: string };
    try {
      let answer: unknown;
      await readForm(request, { maxFiles: 1 }, async (file) => {
        answer = await this.keep({ ...file, field: documentId }, actor);
      });
      if (!answer)
        throw new AppError('INVALID', {
          message: 'file is required',
          errors: [{ field: 'file', message: 'file is required' }],
        });
      return answer;
    } catch (error) {
      closeAfterAnswer(request, reply);
      throw error;
    }
  }

  @Http(routes.clearKycDocument)
  clear(@Input() input: any, @Me() actor: UserActor) {
    return this.rpc.call(kyc.clearDocument, input, actor);
  }

  @Http(routes.kycDocument)
  async document(
    @Input() input: any,
    @Me() actor: UserActor,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { objectKey, filename, contentType, size } = await this.rpc.call(kyc.openDocument, input, actor);
    return sendObject(
      this.store,
      {
        objectKey,
        name: filename,
        contentType,
        size,
        etag: objectKey.slice(objectKey.lastIndexOf('/') + 1),
        inline: shownInline(contentType),
      },
      request,
      reply,
    );
  }

  private async keep({ field, name, content }: FormFile, actor: UserActor): Promise<Registration> {
    if (!isDocument(field) || !actor.companyId)
      throw new AppError('INVALID', {
        message: `${field} is not a document of the registration`,
        errors: [{ field, message: 'not a document' }],
      });
    const { head, source } = await peek(content, sniffBytes);
    const contentType = provenType(name, head, registrationDocuments);
    const objectKey = `kyc/${actor.companyId}/${randomUUID()}`;
    const bytes = source(maxDocumentBytes, tooLarge);
    const measured = meter(this.scanner.watch(contentType === 'application/pdf' ? unprotected(bytes) : bytes));
    await this.store
      .put(objectKey, measured.stream, { contentType })
      .catch((error) => this.refuse(field, name, error, actor));
    const { size, sha256 } = measured.result();
    try {
      return await this.rpc.call(
        kyc.attachDocument,
        { documentId: field, objectKey, filename: name, contentType, size, sha256, scan: this.scanner.verdict },
        actor,
      );
    } catch (error) {
      // without an answer it may be attached all the same
      if (error instanceof AppError && error.status < 500)
        await this.store
          .remove(objectKey)
          .catch((failure) => log.warn({ err: failure, objectKey }, 'a document nobody names is left'));
      throw error;
    }
  }

  /** The log learns what was found. @throws AppError MALWARE, or whatever else it was */
  private refuse(documentId: KycDocumentId, name: string, error: unknown, actor: UserActor): Promise<never> {
    const filename = name.replace(/\p{C}/gu, '?').slice(0, 255);
    return refuseInfected(error, { documentId }, (signature) =>
      this.rpc.call(kyc.refuseDocument, { documentId, filename, signature }, actor),
    );
  }
}

function parsed(kycData: string | undefined): unknown {
  if (kycData === undefined) return undefined;
  try {
    return JSON.parse(kycData);
  } catch (error) {
    throw new AppError('INVALID', {
      message: 'kycData is not valid JSON',
      errors: [{ field: 'kycData', message: 'not valid JSON' }],
      cause: error,
    });
  }
}
