import { Workspace1760000003000 } from './migrations/1760000003000-workspace';
import { Uploads1760000003100 } from './migrations/1760000003100-uploads';
import { WorkspaceComplete1760000003200 } from './migrations/1760000003200-workspace-complete';
import { PartnerOrder1763700004000 } from './migrations/1763700004000-partner-order';
import { Scans1763720000000 } from './migrations/1763720000000-scans';
import { Sealed1763730000000 } from './migrations/1763730000000-sealed';
import { FilesVersionsUploads1764000000000 } from './migrations/1764000000000-files-versions-uploads';
import { PinnedFolders1795360000000 } from './migrations/1795360000000-pinned-folders';
import { AddressKeys1795401000000 } from './migrations/1795401000000-address-keys';
import { PartnershipVersions1795550001000 } from './migrations/1795550001000-partnership-versions';
import { FilesVersion1795740000000 } from './migrations/1795740000000-files-version';
import { UploadKeys1796110000000 } from './migrations/1796110000000-upload-keys';
import { TypeCounts1796120000000 } from './migrations/1796120000000-type-counts';
import { Directories1796400000000 } from './migrations/1796400000000-directories';
import { UploadParts1796500000000 } from './migrations/1796500000000-upload-parts';
import { CopiedBytes1797840000000 } from './migrations/1797840000000-copied-bytes';
import { MultipartUploads1797926400000 } from './migrations/1797926400000-multipart-uploads';
import { StorageAccountRow } from './account/account.entity';
import { HoldRow } from './bin/hold.entity';
import { PartnerRow, ShareRow } from './delivery/delivery.entity';
import { FileRow, FileVersionRow } from './file/file.entity';
import { FolderRow } from './folder/folder.entity';
import { UploadRow } from './upload/upload.entity';
import { PartAddressRow } from './upload/parts/part-address.entity';
import { UploadPartRow } from './upload/parts/upload-part.entity';

export const storageDatabase = {
  schema: 'storage',
  entities: [
    StorageAccountRow,
    FolderRow,
    FileRow,
    FileVersionRow,
    UploadRow,
    UploadPartRow,
    PartAddressRow,
    ShareRow,
    PartnerRow,
    HoldRow,
  ],
  migrations: [
    Workspace1760000003000,
    Uploads1760000003100,
    WorkspaceComplete1760000003200,
    PartnerOrder1763700004000,
    Scans1763720000000,
    Sealed1763730000000,
    FilesVersionsUploads1764000000000,
    PinnedFolders1795360000000,
    AddressKeys1795401000000,
    PartnershipVersions1795550001000,
    FilesVersion1795740000000,
    UploadKeys1796110000000,
    TypeCounts1796120000000,
    Directories1796400000000,
    UploadParts1796500000000,
    CopiedBytes1797840000000,
    MultipartUploads1797926400000,
  ],
};
