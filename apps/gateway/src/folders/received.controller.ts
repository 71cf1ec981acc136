import { Controller } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { requests } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { storage, type ReceivedFolder } from '@tradepost/contracts/storage';
import { Rpc } from '@tradepost/service-kit/rpc';
import { Http, Input, Me } from '../http/route.decorator';

@Controller()
export class ReceivedController {
  constructor(private readonly rpc: Rpc) {}

  /** Two services know half of this each: what was delivered, and which transfers are live. */
  @Http(routes.received)
  async received(@Input() input: any, @Me() actor: UserActor): Promise<ReceivedFolder[]> {
    const [folders, { links }] = await Promise.all([this.rpc.call(storage.received, input, actor), this.rpc.call(requests.liveTransfers, {}, actor)]);
    const urls = new Map(links.map(({ fileId, url }) => [fileId, url]));
    return folders.map((folder) => ({ ...folder, files: folder.files.map((file) => ({ ...file, sharedUrl: urls.get(file.fileId) ?? null })) }));
  }
}
