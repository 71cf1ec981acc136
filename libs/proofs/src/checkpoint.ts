import { verify, type KeyObject } from 'node:crypto';
import { checkpointText, type Checkpoint } from '@tradepost/contracts/audit';

/** Signature encoding of JOSE ES256: `r | s`, not DER. */
export const dsaEncoding = 'ieee-p1363';

/** Verifies the signature of a checkpoint. @param keys by key id; a checkpoint without a key id may be signed by any of them */
export function isCheckpointValid(checkpoint: Checkpoint, keys: ReadonlyMap<string, KeyObject>): boolean {
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
