import { Controller, Req, Res } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { requests } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import {
  storage,
  type FilePage,
  type ReceivedDetails,
  type ReceivedFile,
  type ReceivedFolder,
} from '@tradepost/contracts/storage';
import { ObjectStore } from '@tradepost/service-kit/object-store/object-store';
import { Rpc } from '@tradepost/service-kit/rpc';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendable, sendObject, sendText } from '../files/download';
import { Http, Input, Me } from '../http/route.decorator';

/** Two services know half of this each: what was delivered, and which transfers are live. */
@Controller()
export class ReceivedController {
  constructor(
    private readonly rpc: Rpc,
    private readonly store: ObjectStore,
  ) {}

  @Http(routes.received)
  async received(@Input() input: any, @Me() actor: UserActor): Promise<ReceivedFolder[]> {
    const [folders, linked] = await Promise.all([this.rpc.call(storage.received, input, actor), this.links(actor)]);
    return folders.map((folder) => ({ ...folder, files: folder.files.map(linked) }));
  }

  @Http(routes.receivedFiles)
  async files(@Input() input: any, @Me() actor: UserActor): Promise<FilePage<ReceivedFile>> {
    const [page, linked] = await Promise.all([this.rpc.call(storage.receivedFiles, input, actor), this.links(actor)]);
    return { ...page, items: page.items.map(linked) };
  }

  @Http(routes.receivedFile)
  async file(@Input() input: any, @Me() actor: UserActor): Promise<ReceivedDetails> {
    const [file, linked] = await Promise.all([this.rpc.call(storage.receivedFile, input, actor), this.links(actor)]);
    return linked(file);
  }

  @Http(routes.receivedSample)
  async sample(
    @Input() input: any,
    @Me() actor: UserActor,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const sample = await this.rpc.call(storage.openSample, input, actor);
    if ('rows' in sample)
      return sendText(
        sample.rows,
        `${sample.name.replace(/\.[^.]+$/, '')} (sample).csv`,
        'text/csv; charset=utf-8',
        reply,
      );
    return sendObject(this.store, sendable(sample.file), request, reply);
  }

  private async links(actor: UserActor): Promise<<T extends ReceivedFile>(file: T) => T> {
    const { links } = await this.rpc.call(requests.liveTransfers, {}, actor);
    const urls = new Map(links.map(({ fileId, url }) => [fileId, url]));
    return (file) => ({ ...file, sharedUrl: urls.get(file.fileId) ?? null });
  }
}
