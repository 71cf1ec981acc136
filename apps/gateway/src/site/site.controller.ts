import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Controller, Get, Inject, Param } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { sitePages, type SiteAnswer, type SitePageText } from '@tradepost/contracts/site';
import { siteInfoOf } from '@tradepost/service-kit/branding/settings';
import { Public } from '../auth/public.decorator';
import { CONFIG, uploadLimitsOf, type GatewayConfig } from '../config';

/** Characters; a page beyond it is cut. */
const longestPage = 200_000;

/** The name, colour and limits of the installation, and the pages of its operator. Everyone reads them before signing in. */
@Controller('/api/site')
export class SiteController {
  private readonly info: SiteAnswer;

  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {
    this.info = { ...siteInfoOf(config), uploads: uploadLimitsOf(config) };
  }

  @Public()
  @Get()
  site(): SiteAnswer {
    return this.info;
  }

  /** Read again for each call, so that a changed page needs no restart. */
  @Public()
  @Get('pages/:name')
  async page(@Param('name') name: string): Promise<SitePageText> {
    const page = sitePages.find((one) => one === name);
    if (!page) throw new AppError('NOT_FOUND');
    if (this.config.PAGES_ROOT === undefined) return { markdown: null };
    try {
      const text = await readFile(join(this.config.PAGES_ROOT, `${page}.md`), 'utf8');
      return { markdown: text.trim() ? text.slice(0, longestPage) : null };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { markdown: null };
      throw error;
    }
  }
}
