import { Controller, Req, Res } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { routes } from '@tradepost/contracts/routes';
import { formLimits } from '@tradepost/contracts/routes/form-limits';
import type { BatchResult } from '@tradepost/contracts/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteCall } from '../http/route-call';
import { Call, Http } from '../http/route.decorator';
import { BatchUploads, finishBatch, groupBytes } from './batch-uploads';
import { closeAfterAnswer } from './multipart';
import { UploadAdmission } from './upload-admission';
import { UploadRules } from './upload-rules';

const also = finishBatch;
const limits = {
  ...formLimits.uploadFiles,
  heldFileBytes: 2 * groupBytes,
  tooLarge: () => new AppError('TOO_LARGE', { message: 'The files of one call may have 64 MB together' }),
};

/** Many small files as one form. */
@Controller()
export class BatchUploadController {
  constructor(
    private readonly batches: BatchUploads,
    private readonly admission: UploadAdmission,
    private readonly rules: UploadRules,
  ) {}

  @Http(routes.uploadFiles, { also })
  async upload(
    @Call() call: RouteCall<typeof routes.uploadFiles, (typeof also)[number]>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ results: BatchResult[] }> {
    const { folderId } = request.params as { folderId: string };
    const batch = this.batches.begin(folderId, request.id, call);
    try {
      const ofForm = { ...limits, maxFileBytes: this.rules.maxFormBytes(true) };
      await this.admission.readForm(call.actor, request, ofForm, (file, fields) => batch.add(file, fields));
      return { results: await batch.end() };
    } catch (error) {
      closeAfterAnswer(request, reply);
      throw error;
    }
  }
}
