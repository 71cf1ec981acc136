import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { checkpointText, type Checkpoint } from '@tradepost/contracts/audit';
import { dsaEncoding, isCheckpointValid } from '@tradepost/proofs/checkpoint';
import { keyId, publicKeysById } from '@tradepost/proofs/key-id';
import { keysOf } from '@tradepost/service-kit/security/keys';
import type { CheckpointRow } from '../entry/audit.entity';
import { CONFIG, type AuditConfig } from '../config';

export const toCheckpoint = ({ chainId, sequence, head, at, keyId, signature }: CheckpointRow): Checkpoint => ({
  companyId: chainId,
  sequence,
  head,
  at: at.toISOString(),
  keyId: keyId ?? undefined,
  signature,
});

/** Signs the ends of chains, so that a chain rewritten with new hashes no longer matches its checkpoints. */
@Injectable()
export class Signer {
  private readonly privateKey: KeyObject;
  private readonly keyId: string;
  private readonly verifying: ReadonlyMap<string, KeyObject>;

  constructor(@Inject(CONFIG) config: AuditConfig) {
    this.privateKey = createPrivateKey(config.AUDIT_SIGNING_KEY);
    this.keyId = keyId(this.privateKey);
    this.verifying = publicKeysById(keysOf('AUDIT_SIGNING_KEY', config));
  }

  /** SPKI PEM, the current one first. */
  get publicKeys(): [string, ...string[]] {
    return [...this.verifying.values()].map((key) => key.export({ type: 'spki', format: 'pem' }).toString()) as [
      string,
    ];
  }

  signed(end: Omit<CheckpointRow, 'signature' | 'keyId'>): CheckpointRow {
    const row = { ...end, keyId: this.keyId };
    const text = checkpointText(toCheckpoint({ ...row, signature: '' }));
    return {
      ...row,
      signature: sign('sha256', Buffer.from(text), { key: this.privateKey, dsaEncoding }).toString('base64url'),
    };
  }

  isGenuine(row: CheckpointRow): boolean {
    return isCheckpointValid(toCheckpoint(row), this.verifying);
  }
}
