import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import type { SystemActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { identity } from '@tradepost/contracts/identity';
import { apiBase } from '@tradepost/contracts/routes';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import type { FastifyReply } from 'fastify';
import { Public } from '../auth/public.decorator';
import { tileAt } from './tile-path';

const self: SystemActor = { kind: 'system', service: 'gateway' };

/** Checkpoint and hashes of the key log as C2SP tlog-tiles, for witnesses and monitors. They contain no addresses. */
@Controller(`${apiBase}/key-log`)
export class KeyLogController {
  constructor(private readonly rpc: Rpc) {}

  @Public()
  @Get('checkpoint')
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('cache-control', 'no-cache')
  async checkpoint(): Promise<string> {
    return (await this.rpc.call(identity.keyLog, {}, self)).checkpoint;
  }

  @Public()
  @Get('tile/*')
  async tile(@Param('*') path: string, @Res() reply: FastifyReply) {
    const tile = tileAt(path);
    if (!tile) throw new AppError('NOT_FOUND');
    const { hashes } = await this.rpc.call(identity.keyLogTile, tile, self);
    return reply
      .type('application/octet-stream')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(Buffer.from(hashes, 'base64'));
  }
}
