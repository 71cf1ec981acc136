import { verify, type KeyObject } from 'node:crypto';
import { checkpointText, type Checkpoint } from '@tradepost/contracts/audit';

/** Half the length of DER, and what JOSE calls ES256. */
export const dsaEncoding = 'ieee-p1363';

/** @param keys by id; a checkpoint from before keys had names may be any key's */
export function isGenuine(checkpoint: Checkpoint, keys: ReadonlyMap<string, KeyObject>): boolean {
  const { keyId, signature } = checkpoint;
  const named = keyId ? keys.get(keyId) : undefined;
  const candidates = keyId ? (named ? [named] : []) : [...keys.values()];
  return candidates.some((key) =>
    verify(
      'sha256',
      Buffer.from(checkpointText(checkpoint)),
      { key, dsaEncoding },
      Buffer.from(signature, 'base64url'),
    ),
  );
}
