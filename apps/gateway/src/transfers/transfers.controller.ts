import { Controller, Query, Req, Res } from '@nestjs/common';
import { requests, type TransferObject, type TransferView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { entriesIn, layoutArchive } from '@tradepost/service-kit/objects/zip/archive';
import { zipStream } from '@tradepost/service-kit/objects/zip/stored-zip';
import { log } from '@tradepost/service-kit/observability/logging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignedUrls } from '../auth/signed-urls';
import { requestedRange, sendBytes, sendObject } from '../files/download';
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

  @Http(routes.transferFile, { also: [requests.returnBytes] })
  async file(
    @Call() call: RouteCall<typeof routes.transferFile, typeof requests.returnBytes>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const object = await openObject(call, request, reply);
    return sendObject(this.store, object, request, reply);
  }

  @Http(routes.transferArchive, { also: [requests.returnBytes] })
  async archive(
    @Call() call: RouteCall<typeof routes.transferArchive, typeof requests.returnBytes>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const object = await openObject(call, request, reply);
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
    const { objectKey } = await sender.send(requests.openFile, { transferId, fileId, use: 'start', bytes: 0 });
    const chunks: Uint8Array[] = [];
    for await (const chunk of await this.store.get(objectKey)) chunks.push(chunk as Uint8Array);
    return [...Buffer.concat(chunks)];
  }
}

interface Sender extends CommandSender<typeof requests.returnBytes> {
  forward: (extra: { use: 'start' | 'resume' | 'look'; bytes?: number }) => Promise<TransferObject>;
}

/** The requests service counts downloads, so the command says whether bytes follow, and how many where it resumes. */
async function openObject(call: Sender, request: FastifyRequest, reply: FastifyReply): Promise<TransferObject> {
  const { headers, method } = request;
  if (method === 'HEAD') return call.forward({ use: 'look' });
  if (!headers['if-none-match'] && !headers.range) return call.forward({ use: 'start' });
  const object = await call.forward({ use: 'look' });
  if (isFresh(headers, object.etag)) return object;
  const range = requestedRange(headers, object, reply);
  if (!range || range.start === 0) return call.forward({ use: 'start' });
  const bytes = range.end - range.start + 1;
  const opened = await call.forward({ use: 'resume', bytes });
  returnUnsent(call, bytes, request, reply);
  return opened;
}

/** If a resumed download breaks again, it has not got all requested bytes. */
function returnUnsent(
  sender: CommandSender<typeof requests.returnBytes>,
  bytes: number,
  { params, raw: { socket } }: FastifyRequest,
  reply: FastifyReply,
): void {
  const before = socket.bytesWritten;
  reply.raw.once('close', () => {
    const unsent = bytes - (socket.bytesWritten - socket.writableLength - before);
    if (unsent <= 0) return;
    sender
      .send(requests.returnBytes, { ...(params as { transferId: string; fileId?: string }), bytes: unsent })
      .catch((error: unknown) =>
        log.warn({ err: error }, 'could not return the unsent bytes of a download to its limit'),
      );
  });
}
