import { auditEntities } from './audit.entity';
import { Entries1760000005000 } from './migrations/1760000005000-entries';
import { ReviewVersion1760000006000 } from './migrations/1760000006000-review-version';

export const auditDatabase = { schema: 'audit', entities: auditEntities, migrations: [Entries1760000005000, ReviewVersion1760000006000] };
