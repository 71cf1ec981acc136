import { createReadStream } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import type { FastifyReply } from 'fastify';
import { Open } from '../auth/open.decorator';
import { CONFIG, type GatewayConfig } from '../config';
import { docsPage, docsScript, docsStyle } from './docs.page';

const assets = dirname(require.resolve('swagger-ui-dist/package.json'));
const served = new Set(['swagger-ui.css', 'swagger-ui-bundle.js']);
const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

async function documentText(): Promise<string> {
  const { currentDocument } = await import('@tradepost/contracts/openapi/current');
  return JSON.stringify(currentDocument());
}

/** The contracts as OpenAPI, for programs and for reading; calls can be tried from the page. */
@Controller()
export class DocsController {
  /** Loaded and made when it is first asked for, which in production is mostly never. */
  private document: Promise<string> | undefined;

  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  @Open()
  @Get('/docs-json')
  async json(@Res() reply: FastifyReply) {
    if (this.config.API_DOCS) this.document ??= documentText();
    return this.send(reply, 'application/json; charset=utf-8', await this.document);
  }

  @Open()
  @Get('/docs')
  page(@Res() reply: FastifyReply) {
    return this.send(reply, 'text/html; charset=utf-8', docsPage);
  }

  /** A file of its own, as the policy for scripts wants it. */
  @Open()
  @Get('/docs/start.js')
  script(@Res() reply: FastifyReply) {
    return this.send(reply, 'text/javascript; charset=utf-8', docsScript);
  }

  @Open()
  @Get('/docs/page.css')
  style(@Res() reply: FastifyReply) {
    return this.send(reply, 'text/css; charset=utf-8', docsStyle);
  }

  @Open()
  @Get('/docs/:asset')
  asset(@Param('asset') asset: string, @Res() reply: FastifyReply) {
    if (!this.config.API_DOCS || !served.has(asset)) throw new AppError('NOT_FOUND');
    return this.send(reply, mediaTypes[extname(asset)] ?? '', createReadStream(join(assets, asset)));
  }

  private send(reply: FastifyReply, mediaType: string, body: unknown) {
    if (!this.config.API_DOCS) throw new AppError('NOT_FOUND');
    return reply.type(mediaType).send(body);
  }
}
