import { Controller, Req, Res } from '@nestjs/common';
import type { In } from '@tradepost/contracts/define';
import { routes } from '@tradepost/contracts/routes';
import { storage, type FilePage, type FileView } from '@tradepost/contracts/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnchanged, knownTags, tagFor } from '../http/list-tags';
import { RouteCall } from '../http/route-call';
import { Call, Http } from '../http/route.decorator';

const also = [storage.filesUnless] as const;

/** Change this when the view of a file changes, so that callers do not keep a page of an earlier release. */
const format = 'FileView 1';

/** Begins with the version of the folder's files, so that a repeated call can say which one it knows. */
const tagOf = (request: FastifyRequest, version: number): string =>
  `${version}.${tagFor(request, `${format} ${version} ${request.url}`)}`;

/** The version of the caller's page; null if it has none, or one of another caller or call. */
function knownVersion(request: FastifyRequest): number | null {
  const tag = knownTags(request.headers).find((one) => one === tagOf(request, Number.parseInt(one, 10)));
  return tag === undefined ? null : Number.parseInt(tag, 10);
}

@Controller()
export class FilesController {
  @Http(routes.files, { also })
  async files(
    @Call() call: RouteCall<typeof routes.files, (typeof also)[number]>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FilePage<FileView> | FastifyReply> {
    const input = { ...(call.input as In<typeof storage.files>), known: knownVersion(request) };
    const { version, page } = await call.send(storage.filesUnless, input);
    if (isUnchanged(request, reply, tagOf(request, version)) || !page) return reply.status(304).send();
    return page;
  }
}
