import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { Controller, Res } from '@nestjs/common';
import { routes } from '@tradepost/contracts/routes';
import { layoutZip, zipStream } from '@tradepost/service-kit/objects/zip/stored-zip';
import type { FastifyReply } from 'fastify';
import { RouteCall } from '../http/route-call';
import { ExportAdmission } from '../http/export-admission';
import { Call, Http } from '../http/route.decorator';
import { accountCommands, accountData, type AccountCommand } from './account-data';

@Controller()
export class AccountExportController {
  constructor(private readonly admission: ExportAdmission) {}

  @Http(routes.exportAccount, { also: accountCommands })
  export(@Call() call: RouteCall<typeof routes.exportAccount, AccountCommand>, @Res() reply: FastifyReply) {
    return this.admission.run(call.actor, reply, () => this.send(call, reply));
  }

  private async send(call: RouteCall<typeof routes.exportAccount, AccountCommand>, reply: FastifyReply) {
    await call.forward();
    const now = new Date();
    const files = Object.entries(await accountData(call, call.actor)).map(([name, text]) => ({
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
}
