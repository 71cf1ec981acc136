import { RequestFileRow } from './request-file.entity';
import { RequestRow } from './request.entity';
import { StepUpRow } from './step-up.entity';
import { TransferFileRow } from './transfer-file.entity';
import { TransferRow } from './transfer.entity';
import { Requests1763600000000 } from './migrations/1763600000000-requests';

export const requestsDatabase = {
  schema: 'requests',
  entities: [RequestRow, RequestFileRow, StepUpRow, TransferRow, TransferFileRow],
  migrations: [Requests1763600000000],
};
