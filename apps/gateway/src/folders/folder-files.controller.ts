import { Controller } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { apiBase, routes } from '@tradepost/contracts/routes';
import { storage, type FileDetails } from '@tradepost/contracts/storage';
import { Rpc } from '@tradepost/service-kit/rpc';
import { SignedUrls } from '../auth/signed-urls';
import { shownInline } from '../files/download';
import { Http, Input, Me } from '../http/route.decorator';

/** The sender's files without their bytes. */
@Controller()
export class FolderFilesController {
  constructor(
    private readonly rpc: Rpc,
    private readonly urls: SignedUrls,
  ) {}

  @Http(routes.files)
  files(@Input() input: any, @Me() actor: UserActor) {
    return this.rpc.call(storage.files, input, actor);
  }

  @Http(routes.file)
  async file(@Input() input: any, @Me() actor: UserActor): Promise<FileDetails> {
    const file = await this.rpc.call(storage.file, input, actor);
    const address = (of: 'content' | 'preview') =>
      this.urls.sign(`${apiBase}/file-sharing/folders/${file.folderId}/files/${file.id}/${of}`, actor);
    return {
      ...file,
      url: address('content'),
      previewUrl: !file.sealed && shownInline(file.mimetype) ? address('preview') : null,
    };
  }

  @Http(routes.versions)
  versions(@Input() input: any, @Me() actor: UserActor) {
    return this.rpc.call(storage.versions, input, actor);
  }

  @Http(routes.editFile)
  editFile(@Input() input: any, @Me() actor: UserActor) {
    return this.rpc.call(storage.editFile, input, actor);
  }

  @Http(routes.deleteFile)
  deleteFile(@Input() input: any, @Me() actor: UserActor) {
    return this.rpc.call(storage.deleteFile, input, actor);
  }

  @Http(routes.deleteFiles)
  deleteFiles(@Input() input: any, @Me() actor: UserActor) {
    return this.rpc.call(storage.deleteFiles, input, actor);
  }

  @Http(routes.moveFiles)
  moveFiles(@Input() input: any, @Me() actor: UserActor) {
    return this.rpc.call(storage.moveFiles, input, actor);
  }

  @Http(routes.bin)
  bin(@Input() input: any, @Me() actor: UserActor) {
    return this.rpc.call(storage.bin, input, actor);
  }

  @Http(routes.restore)
  restore(@Input() input: any, @Me() actor: UserActor) {
    return this.rpc.call(storage.restore, input, actor);
  }

  @Http(routes.emptyBin)
  emptyBin(@Input() input: any, @Me() actor: UserActor) {
    return this.rpc.call(storage.emptyBin, input, actor);
  }
}
