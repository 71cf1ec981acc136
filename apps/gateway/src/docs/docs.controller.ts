import { createReadStream } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import type { FastifyReply } from 'fastify';
import { Public } from '../auth/public.decorator';
import { CONFIG, type GatewayConfig } from '../config';
import { docsPage, docsScript, docsStyle } from './docs.page';

const assets = dirname(require.resolve('swagger-ui-dist/package.json'));
const served = new Set(['swagger-ui.css', 'swagger-ui-bundle.js']);
const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

async function documentText(): Promise<string> {
  const { currentDocument } = await import('@tradepost/openapi/current');
  return JSON.stringify(currentDocument());
}

/** The API as an OpenAPI document, and as a page to read and try it. */
@Controller()
export class DocsController {
  /** Created on first use: most processes never need it. */
  private document: Promise<string> | undefined;

  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  @Public()
  @Get('/docs-json')
  async json(@Res() reply: FastifyReply) {
    if (this.config.API_DOCS) this.document ??= documentText();
    return this.send(reply, 'application/json; charset=utf-8', await this.document);
  }

  @Public()
  @Get('/docs')
  page(@Res() reply: FastifyReply) {
    return this.send(reply, 'text/html; charset=utf-8', docsPage);
  }

  /** A separate file, because the content security policy forbids inline scripts. */
  @Public()
  @Get('/docs/start.js')
  script(@Res() reply: FastifyReply) {
    return this.send(reply, 'text/javascript; charset=utf-8', docsScript);
  }

  @Public()
  @Get('/docs/page.css')
  style(@Res() reply: FastifyReply) {
    return this.send(reply, 'text/css; charset=utf-8', docsStyle);
  }

  @Public()
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
