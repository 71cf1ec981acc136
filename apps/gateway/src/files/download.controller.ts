import { Controller, Req, Res } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { routes } from '@tradepost/contracts/routes';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RouteCall } from '../http/route-call';
import { Call, Http } from '../http/route.decorator';
import { isInlineType, sendable, sendObject } from './download';

/** Downloads of a sender's own files. */
@Controller()
export class DownloadController {
  constructor(private readonly store: ObjectStore) {}

  @Http(routes.fileContent)
  async content(
    @Call() call: RouteCall<typeof routes.fileContent>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return sendObject(this.store, sendable(await call.forward()), request, reply);
  }

  /** Shown in the browser; other formats have no preview. */
  @Http(routes.filePreview)
  async preview(
    @Call() call: RouteCall<typeof routes.filePreview>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const stored = await call.forward();
    if (stored.sealed)
      throw new AppError('FILE_TYPE', {
        message: 'This file is end-to-end encrypted: only a browser that has its key can show it',
      });
    const file = sendable(stored);
    if (!isInlineType(file.contentType))
      throw new AppError('FILE_TYPE', { message: 'Only images and PDF files can be shown' });
    const inline = !Object.hasOwn(request.query as object, 'download');
    return sendObject(this.store, { ...file, inline }, request, reply);
  }

  @Http(routes.versionContent)
  async version(
    @Call() call: RouteCall<typeof routes.versionContent>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return sendObject(this.store, sendable(await call.forward()), request, reply);
  }
}
