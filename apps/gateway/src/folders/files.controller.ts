import { Controller, Req, Res } from '@nestjs/common';
import type { In } from '@tradepost/contracts/define';
import { routes } from '@tradepost/contracts/routes';
import { storage } from '@tradepost/contracts/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnchanged, knownTags, tagFor } from '../http/list-tags';
import { RouteCall } from '../http/route-call';
import { Call, Http } from '../http/route.decorator';
import { PageCache } from './page-cache';

const also = [storage.filesUnless] as const;

/** Change this when the view of a file changes, so that callers do not keep a page of an earlier release. */
const format = 'FileView 1';

/** Begins with the version of the folder's files, so that a repeated call can say which one it knows. */
const tagOf = (request: FastifyRequest, version: number): string =>
  `${version}.${tagFor(request, `${format} ${version} ${request.url}`)}`;

/** The version of the caller's page, with its tag; undefined if it has none, or one of another caller or call. */
function knownPage(request: FastifyRequest): { version: number; tag: string } | undefined {
  for (const tag of knownTags(request.headers)) {
    const version = Number.parseInt(tag, 10);
    if (Number.isSafeInteger(version) && tag === tagOf(request, version)) return { version, tag };
  }
  return undefined;
}

@Controller()
export class FilesController {
  constructor(private readonly pages: PageCache) {}

  @Http(routes.files, { also })
  async files(
    @Call() call: RouteCall<typeof routes.files, (typeof also)[number]>,
    @Req() request: FastifyRequest,
    // with what it returns, Nest would answer a second time, for which Fastify makes an error
    @Res() reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { actor } = call;
    const { url } = request;
    const known = knownPage(request);
    const cached = this.pages.find(actor, url);
    // of the two that the caller and this process know, the newer one is more likely to be current
    const newest = Math.max(known?.version ?? -1, cached?.version ?? -1);
    const input = { ...(call.input as In<typeof storage.files>), known: newest < 0 ? null : newest };
    const { version, page } = await call.send(storage.filesUnless, input);
    const tag = known?.version === version ? known.tag : tagOf(request, version);
    const current = page ? this.pages.keep(actor, url, version, page) : cached;
    if (isUnchanged(request, reply, tag) || current?.version !== version) return reply.status(304).send();
    return reply.header('content-type', 'application/json; charset=utf-8').send(current.json);
  }
}
