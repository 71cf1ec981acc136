import { Controller, Query, Req, Res } from '@nestjs/common';
import { requests, type TransferObject, type TransferView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { entriesIn, layoutArchive } from '@tradepost/service-kit/objects/zip/archive';
import { zipStream } from '@tradepost/service-kit/objects/zip/stored-zip';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignedUrls } from '../auth/signed-urls';
import { sendBytes, sendObject } from '../files/download';
import { isFresh } from '../http/list-tags';
import { RouteCall, type CommandSender } from '../http/route-call';
import { Call, Http } from '../http/route.decorator';

const maxInlineBytes = 1024 * 1024;

@Controller()
export class TransfersController {
  constructor(
    private readonly store: ObjectStore,
    private readonly urls: SignedUrls,
  ) {}

  @Http(routes.transfer, { also: [requests.openFile] })
  async transfer(
    @Call() call: RouteCall<typeof routes.transfer, typeof requests.openFile>,
    @Query('content') content?: string,
  ): Promise<TransferView> {
    const view = await call.forward();
    const sign = (url: string) => this.urls.sign(url, call.actor);
    const managed = view.files.filter(({ mode }) => mode === 'managed');
    const inline =
      content === 'inline' &&
      view.maxDownloads === null &&
      managed.reduce((sum, { size }) => sum + size, 0) <= maxInlineBytes;
    const files = view.files.map(async (file) => ({
      ...file,
      url: sign(file.url),
      ...(inline &&
        file.mode === 'managed' && { content: { data: await this.readContent(call, view.id, file.fileId) } }),
    }));
    return { ...view, archive: { ...view.archive, url: sign(view.archive.url) }, files: await Promise.all(files) };
  }

  @Http(routes.transferFile)
  async file(
    @Call() call: RouteCall<typeof routes.transferFile>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const object = await openObject((use) => call.forward({ use }), request);
    return sendObject(this.store, object, request, reply);
  }

  @Http(routes.transferArchive)
  async archive(
    @Call() call: RouteCall<typeof routes.transferArchive>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const object = await openObject((use) => call.forward({ use }), request);
    const { entries } = object;
    if (!entries) return sendObject(this.store, object, request, reply);
    const [layout, open] = [layoutArchive(entries), entriesIn(this.store, entries)];
    return sendBytes((range) => zipStream(layout, open, range), object, request, reply);
  }

  private async readContent(
    sender: CommandSender<typeof requests.openFile>,
    transferId: string,
    fileId: string,
  ): Promise<number[]> {
    const { objectKey } = await sender.send(requests.openFile, { transferId, fileId, use: 'start' });
    const chunks: Uint8Array[] = [];
    for await (const chunk of await this.store.get(objectKey)) chunks.push(chunk as Uint8Array);
    return [...Buffer.concat(chunks)];
  }
}

type Use = 'start' | 'resume' | 'look';

/** The requests service counts downloads, so the command says whether bytes follow and whether they are the first. */
async function openObject(
  open: (use: Use) => Promise<TransferObject>,
  { headers, method }: FastifyRequest,
): Promise<TransferObject> {
  if (method === 'HEAD') return open('look');
  if (headers['if-none-match']) {
    const object = await open('look');
    if (isFresh(headers, object.etag)) return object;
  }
  return open(/^bytes=(?!0+-)/.test(headers.range ?? '') ? 'resume' : 'start');
}
