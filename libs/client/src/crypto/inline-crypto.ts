import { labelOf } from '@tradepost/sealing/key-log/label';
import { passwordWork } from '@tradepost/sealing/keys/opaque';
import { contents } from './contents';
import type { Crypto } from './crypto';

/** In this thread, which passwords and labels block for about a second each. */
export const inlineCrypto: Crypto = { ...contents, passwords: passwordWork, labelOf };
