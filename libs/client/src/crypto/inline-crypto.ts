import { labelOf } from '@tradepost/sealing/key-log/label';
import { passwordWork } from '@tradepost/sealing/keys/opaque';
import { contents } from './contents';
import type { Crypto } from './crypto';

/** Runs in this thread. Each password and label blocks it for about a second. */
export const inlineCrypto: Crypto = { ...contents, passwords: passwordWork, labelOf };
