import { Workspace1760000003000 } from './migrations/1760000003000-workspace';
import { storageEntities } from './workspace.entity';

export const storageDatabase = { schema: 'storage', entities: storageEntities, migrations: [Workspace1760000003000] };
