import { createPrivateKey, createPublicKey } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { KeyLogState } from '@tradepost/contracts/encryption/key-log';
import { addressKey } from '@tradepost/contracts/values/address';
import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import type { Key } from '@tradepost/sealing/crypto/primitives';
import { signCheckpoint, verifierKeyOf } from '@tradepost/sealing/key-log/checkpoint';
import { labelCost } from '@tradepost/sealing/crypto/argon2-costs';
import { labelInput, type LogEntry } from '@tradepost/sealing/key-log/entry';
import { deriveRaw } from '@tradepost/service-kit/security/secret-hash';
import { originOf } from '@tradepost/sealing/key-log/origin';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { CONFIG, type IdentityConfig } from '../config';
import { KeyLogRepository } from './key-log.repository';

/** The append-only log of all published keys. */
@Injectable()
export class KeyLog implements OnModuleInit {
  /** `<host>/key-log` */
  private readonly base: string;
  private privateKey: Key;
  private publicKey: Uint8Array;

  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly repository: KeyLogRepository,
  ) {
    this.base = `${new URL(config.ORIGIN).host}/key-log`;
  }

  async onModuleInit() {
    const key = createPrivateKey(this.config.KEY_LOG_SIGNING_KEY);
    const pkcs8 = new Uint8Array(key.export({ type: 'pkcs8', format: 'der' }));
    this.privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']);
    this.publicKey = new Uint8Array(Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url'));
  }

  /** Prepares an entry. Slow, so call it before the transaction. */
  async entryOf(email: string, key: Pick<LogEntry, 'userId' | 'epoch' | 'keyId'>): Promise<LogEntry> {
    const { password, salt } = await labelInput(addressKey(email), this.base);
    const { memorySize, iterations, parallelism, hashLength } = labelCost;
    const label = await deriveRaw(password, {
      salt,
      memoryCost: memorySize,
      timeCost: iterations,
      parallelism,
      outputLen: hashLength,
    });
    return { ...key, label: new Uint8Array(label), time: Date.now() };
  }

  has(userId: string, keyId: Bytes): Promise<boolean> {
    return this.repository.has(userId, keyId);
  }

  /** Call it in the transaction that stores the key. */
  append(tx: Tx, entry: LogEntry): Promise<void> {
    return this.repository.append(tx, entry);
  }

  async state(): Promise<KeyLogState> {
    const [tree, restarted] = await Promise.all([this.repository.tree(), this.repository.restarted()]);
    const origin = originOf({ base: this.base, restarted });
    const checkpoint = { origin, size: tree.size, root: await tree.root() };
    return {
      key: await verifierKeyOf(origin, this.publicKey),
      checkpoint: await signCheckpoint(checkpoint, this.privateKey, this.publicKey),
    };
  }
}
