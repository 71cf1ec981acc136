import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { checkpointText, type Checkpoint } from '@tradepost/contracts/audit';
import type { CheckpointRow } from './audit.entity';
import { CONFIG, type AuditConfig } from './config';

/** Half the length of DER, and what JOSE calls ES256. */
const dsaEncoding = 'ieee-p1363';

export const toCheckpoint = ({ chainId, sequence, head, at, signature }: CheckpointRow): Checkpoint => ({ companyId: chainId, sequence, head, at: at.toISOString(), signature });

/** Signs the ends of chains, so that one written anew, hashes and all, is found by its checkpoints. */
@Injectable()
export class Signer {
  private readonly privateKey: KeyObject;
  private readonly verifying: KeyObject;

  constructor(@Inject(CONFIG) { AUDIT_SIGNING_KEY }: AuditConfig) {
    this.privateKey = createPrivateKey(AUDIT_SIGNING_KEY);
    this.verifying = createPublicKey(this.privateKey);
  }

  /** SPKI PEM. */
  get publicKey(): string {
    return this.verifying.export({ type: 'spki', format: 'pem' }).toString();
  }

  signed(end: Omit<CheckpointRow, 'signature'>): CheckpointRow {
    const text = checkpointText(toCheckpoint({ ...end, signature: '' }));
    return { ...end, signature: sign('sha256', Buffer.from(text), { key: this.privateKey, dsaEncoding }).toString('base64url') };
  }

  isGenuine(row: CheckpointRow): boolean {
    return verify('sha256', Buffer.from(checkpointText(toCheckpoint(row))), { key: this.verifying, dsaEncoding }, Buffer.from(row.signature, 'base64url'));
  }
}
