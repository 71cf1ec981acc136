import { buffer } from 'node:stream/consumers';
import { Controller, Req, Res } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { routes } from '@tradepost/contracts/routes';
import { formLimits } from '@tradepost/contracts/routes/form-limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { closeAfterAnswer, noFile } from '../files/multipart';
import { UploadAdmission } from '../files/upload-admission';
import { RouteCall } from '../http/route-call';
import { Call, Http } from '../http/route.decorator';
import { logoImage } from './logo-image';

const { maxFileBytes } = formLimits.setLogo;
const tooLarge = () => new AppError('TOO_LARGE', { message: 'A logo may have at most 512 KB' });

@Controller()
export class LogoController {
  constructor(private readonly admission: UploadAdmission) {}

  @Http(routes.setLogo)
  async set(
    @Call() call: RouteCall<typeof routes.setLogo>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const limits = { ...formLimits.setLogo, heldFileBytes: maxFileBytes, tooLarge };
    const files: Buffer[] = [];
    try {
      await this.admission.readForm(call.actor, request, limits, async ({ content }) => {
        files.push(await buffer(content));
      });
      const [file] = files;
      if (!file) throw noFile();
      if (file.length > maxFileBytes) throw tooLarge();
      return await call.forward({ image: (await logoImage(file)).toString('base64') });
    } catch (error) {
      closeAfterAnswer(request, reply);
      throw error;
    }
  }
}
