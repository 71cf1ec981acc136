import { auditEntities } from './entry/audit.entity';
import { Entries1760000005000 } from './migrations/1760000005000-entries';
import { ReviewVersion1760000006000 } from './migrations/1760000006000-review-version';
import { ReviewWork1763700000000 } from './migrations/1763700000000-review-work';
import { Checkpoints1763710000000 } from './migrations/1763710000000-checkpoints';
import { CheckpointKeys1763720000000 } from './migrations/1763720000000-checkpoint-keys';
import { PersonalTexts1795720100000 } from './migrations/1795720100000-personal-texts';
import { WholeAddresses1795730000000 } from './migrations/1795730000000-whole-addresses';
import { Reference1795740000000 } from './migrations/1795740000000-reference';
import { reviewEntities } from './review/review.entity';

export const auditDatabase = {
  schema: 'audit',
  entities: [...auditEntities, ...reviewEntities],
  migrations: [
    Entries1760000005000,
    ReviewVersion1760000006000,
    ReviewWork1763700000000,
    Checkpoints1763710000000,
    CheckpointKeys1763720000000,
    PersonalTexts1795720100000,
    WholeAddresses1795730000000,
    Reference1795740000000,
  ],
};
