import { Workspace1760000003000 } from './migrations/1760000003000-workspace';
import { Uploads1760000003100 } from './migrations/1760000003100-uploads';
import { WorkspaceComplete1760000003200 } from './migrations/1760000003200-workspace-complete';
import { PartnerOrder1763700004000 } from './migrations/1763700004000-partner-order';
import { Scans1763720000000 } from './migrations/1763720000000-scans';
import { Sealed1763730000000 } from './migrations/1763730000000-sealed';
import { storageEntities } from './workspace.entity';

export const storageDatabase = {
  schema: 'storage',
  entities: storageEntities,
  migrations: [
    Workspace1760000003000,
    Uploads1760000003100,
    WorkspaceComplete1760000003200,
    PartnerOrder1763700004000,
    Scans1763720000000,
    Sealed1763730000000,
  ],
};
