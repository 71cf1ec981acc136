import { Controller, Query, Req, Res } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { requests, type TransferObject, type TransferView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { ObjectStore } from '@tradepost/service-kit/object-store/object-store';
import { Rpc } from '@tradepost/service-kit/rpc';
import { entriesIn, layoutArchive } from '@tradepost/service-kit/zip/archive';
import { zipStream } from '@tradepost/service-kit/zip/stored-zip';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignedUrls } from '../auth/signed-urls';
import { isFresh, sendBytes, sendObject } from '../files/download';
import { Http, Input, Me } from '../http/route.decorator';

const inlineLimit = 1024 * 1024;

@Controller()
export class TransfersController {
  constructor(
    private readonly rpc: Rpc,
    private readonly store: ObjectStore,
    private readonly urls: SignedUrls,
  ) {}

  @Http(routes.transfer)
  async transfer(
    @Input() input: any,
    @Me() actor: UserActor,
    @Query('content') content?: string,
  ): Promise<TransferView> {
    const view = await this.rpc.call(requests.transfer, input, actor);
    const sign = (url: string) => this.urls.sign(url, actor);
    const managed = view.files.filter(({ mode }) => mode === 'managed');
    const inline =
      content === 'inline' &&
      view.maxDownloads === null &&
      managed.reduce((sum, { size }) => sum + size, 0) <= inlineLimit;
    const files = view.files.map(async (file) => ({
      ...file,
      url: sign(file.url),
      ...(inline && file.mode === 'managed' && { content: { data: await this.bytes(view.id, file.fileId, actor) } }),
    }));
    return { ...view, archive: { ...view.archive, url: sign(view.archive.url) }, files: await Promise.all(files) };
  }

  @Http(routes.transferFile)
  async file(@Input() input: any, @Me() actor: UserActor, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const found = await opened((use) => this.rpc.call(requests.openFile, { ...input, use }, actor), request);
    return sendObject(this.store, found, request, reply);
  }

  @Http(routes.transferArchive)
  async archive(
    @Input() input: any,
    @Me() actor: UserActor,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const found = await opened((use) => this.rpc.call(requests.openArchive, { ...input, use }, actor), request);
    const { entries } = found;
    if (!entries) return sendObject(this.store, found, request, reply);
    const [layout, open] = [layoutArchive(entries), entriesIn(this.store, entries)];
    return sendBytes((range) => zipStream(layout, open, range), found, request, reply);
  }

  private async bytes(transferId: string, fileId: string, actor: UserActor): Promise<number[]> {
    const { objectKey } = await this.rpc.call(requests.openFile, { transferId, fileId, use: 'start' }, actor);
    const pieces: Uint8Array[] = [];
    for await (const piece of await this.store.get(objectKey)) pieces.push(piece as Uint8Array);
    return [...Buffer.concat(pieces)];
  }
}

type Use = 'start' | 'resume' | 'look';

/** What is about to be sent. The owner counts downloads, so it hears whether bytes follow, and whether they are the first. */
async function opened(
  open: (use: Use) => Promise<TransferObject>,
  { headers, method }: FastifyRequest,
): Promise<TransferObject> {
  if (method === 'HEAD') return open('look');
  if (headers['if-none-match']) {
    const known = await open('look');
    if (isFresh(headers, known.etag)) return known;
  }
  return open(/^bytes=(?!0+-)/.test(headers.range ?? '') ? 'resume' : 'start');
}
