import { Controller, Req, Res } from '@nestjs/common';
import { requests } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import type { FilePage, ReceivedDetails, ReceivedFile, ReceivedFolder } from '@tradepost/contracts/storage';
import type { Page } from '@tradepost/contracts/values/fields';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendable, sendObject, sendText } from '../files/download';
import { RouteCall, type CommandSender } from '../http/route-call';
import { Call, Http } from '../http/route.decorator';

const also = [requests.liveTransfers] as const;
type LiveTransfers = (typeof also)[number];

type Linker = <T extends ReceivedFile>(file: T) => T;

const withLinks = (folder: ReceivedFolder, withLink: Linker): ReceivedFolder => ({
  ...folder,
  files: folder.files.map(withLink),
});

/** Received files: storage knows the deliveries, requests knows the live transfers. */
@Controller()
export class ReceivedController {
  constructor(private readonly store: ObjectStore) {}

  @Http(routes.received, { also })
  async received(@Call() call: RouteCall<typeof routes.received, LiveTransfers>): Promise<ReceivedFolder[]> {
    const [folders, withLink] = await Promise.all([call.forward(), this.linker(call)]);
    return folders.map((folder) => withLinks(folder, withLink));
  }

  @Http(routes.receivedFolders, { also })
  async folders(@Call() call: RouteCall<typeof routes.receivedFolders, LiveTransfers>): Promise<Page<ReceivedFolder>> {
    const [page, withLink] = await Promise.all([call.forward(), this.linker(call)]);
    return { ...page, items: page.items.map((folder) => withLinks(folder, withLink)) };
  }

  @Http(routes.receivedFiles, { also })
  async files(@Call() call: RouteCall<typeof routes.receivedFiles, LiveTransfers>): Promise<FilePage<ReceivedFile>> {
    const [page, withLink] = await Promise.all([call.forward(), this.linker(call)]);
    return { ...page, items: page.items.map(withLink) };
  }

  @Http(routes.receivedFile, { also })
  async file(@Call() call: RouteCall<typeof routes.receivedFile, LiveTransfers>): Promise<ReceivedDetails> {
    const [file, withLink] = await Promise.all([call.forward(), this.linker(call)]);
    return withLink(file);
  }

  @Http(routes.receivedSample)
  async sample(
    @Call() call: RouteCall<typeof routes.receivedSample>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const sample = await call.forward();
    if ('rows' in sample)
      return sendText(
        sample.rows,
        `${sample.name.replace(/\.[^.]+$/, '')} (sample).csv`,
        'text/csv; charset=utf-8',
        reply,
      );
    return sendObject(this.store, sendable(sample.file), request, reply);
  }

  /** Adds to a file the link of its live transfer. */
  private async linker(sender: CommandSender<LiveTransfers>): Promise<Linker> {
    const { links } = await sender.send(requests.liveTransfers, {});
    const urls = new Map(links.map(({ fileId, url }) => [fileId, url]));
    return (file) => ({ ...file, sharedUrl: urls.get(file.fileId) ?? null });
  }
}
