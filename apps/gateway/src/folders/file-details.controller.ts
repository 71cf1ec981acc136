import { Controller } from '@nestjs/common';
import { apiBase, routes } from '@tradepost/contracts/routes';
import type { FileDetails } from '@tradepost/contracts/storage';
import { SignedUrls } from '../auth/signed-urls';
import { isInlineType } from '../files/download';
import { RouteCall } from '../http/route-call';
import { Call, Http } from '../http/route.decorator';

@Controller()
export class FileDetailsController {
  constructor(private readonly urls: SignedUrls) {}

  @Http(routes.file)
  async file(@Call() call: RouteCall<typeof routes.file>): Promise<FileDetails> {
    const file = await call.forward();
    const signedUrl = (part: 'content' | 'preview') =>
      this.urls.sign(`${apiBase}/file-sharing/folders/${file.folderId}/files/${file.id}/${part}`, call.actor);
    return {
      ...file,
      url: signedUrl('content'),
      previewUrl: !file.sealed && isInlineType(file.mimetype) ? signedUrl('preview') : null,
    };
  }
}
