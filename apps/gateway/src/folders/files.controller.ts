import { Controller, Req, Res } from '@nestjs/common';
import { routes } from '@tradepost/contracts/routes';
import { storage, type FilePage, type FileView } from '@tradepost/contracts/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { passOn } from '../http/forwarder';
import { isUnchanged, tagFor } from '../http/list-tags';
import { RouteCall } from '../http/route-call';
import { Call, Http } from '../http/route.decorator';

const also = [storage.filesVersion] as const;

/** Changes with what a page of files looks like, so that no caller keeps a page of an earlier release. */
const format = 'FileView 1';

@Controller()
export class FilesController {
  @Http(routes.files, { also })
  async files(
    @Call() call: RouteCall<typeof routes.files, (typeof also)[number]>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FilePage<FileView> | FastifyReply> {
    const { folderId } = request.params as { folderId: string };
    // before the page: a page that changes in between has a tag that is too old, and is read again
    const { version } = await call.send(storage.filesVersion, { folderId });
    if (isUnchanged(request, reply, tagFor(request, `${format} ${version} ${request.url}`)))
      return reply.status(304).send();
    return passOn(call, reply) as Promise<FilePage<FileView>>;
  }
}
