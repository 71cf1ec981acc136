import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { Controller, Res } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { Rpc } from '@tradepost/service-kit/rpc';
import { layoutZip, zipStream } from '@tradepost/service-kit/zip/stored-zip';
import type { FastifyReply } from 'fastify';
import { Http, Input, Me } from '../http/route.decorator';
import { accountData } from './account-data';

/** What a person may have of the data held about it, and that it goes. */
@Controller()
export class AccountController {
  constructor(private readonly rpc: Rpc) {}

  @Http(routes.exportAccount)
  async export(@Input() input: any, @Me() actor: UserActor, @Res() reply: FastifyReply) {
    await this.rpc.call(identity.authorizeExport, input, actor);
    const now = new Date();
    const files = Object.entries(await accountData(this.rpc, actor)).map(([name, text]) => ({
      name,
      content: Buffer.from(text),
    }));
    const layout = layoutZip(
      files.map(({ name, content }) => ({ name, size: content.length, crc32: crc32(content), modifiedAt: now })),
    );
    void reply.headers({
      'content-type': 'application/zip',
      'content-length': layout.size,
      'content-disposition': `attachment; filename="tradepost-data-${now.toISOString().slice(0, 10)}.zip"`,
    });
    return reply.send(zipStream(layout, async (index) => Readable.from([files[index]?.content ?? Buffer.alloc(0)])));
  }

  @Http(routes.requestDeletion)
  requestDeletion(@Input() input: any, @Me() actor: UserActor) {
    return this.rpc.call(identity.requestDeletion, input, actor);
  }

  @Http(routes.cancelDeletion)
  cancelDeletion(@Input() input: any, @Me() actor: UserActor) {
    return this.rpc.call(identity.cancelDeletion, input, actor);
  }
}
