import { createPrivateKey } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { SignedManifest } from '@tradepost/contracts/encryption/sealed';
import { publicKeysById } from '@tradepost/proofs/key-id';
import { keysOf } from '@tradepost/service-kit/security/keys';
import { signManifest } from '@tradepost/sealing/file/manifest';
import type { Key } from '@tradepost/sealing/crypto/primitives';
import { bundleEntries } from './bundle';
import { CONFIG, type RequestsConfig } from '../config';
import type { TransferFileRow } from '../transfer/transfer-file.entity';

/** Signs manifests, which list the content of bundles of sealed files. */
@Injectable()
export class ManifestSigner implements OnModuleInit {
  private key: Key;
  /** SPKI, base64url; the current one first. */
  readonly publicKeys: string[];

  constructor(@Inject(CONFIG) private readonly config: RequestsConfig) {
    this.publicKeys = [...publicKeysById(keysOf('MANIFEST_SIGNING_KEY', config)).values()].map((key) =>
      key.export({ type: 'spki', format: 'der' }).toString('base64url'),
    );
  }

  async onModuleInit() {
    const pkcs8 = createPrivateKey(this.config.MANIFEST_SIGNING_KEY).export({ type: 'pkcs8', format: 'der' });
    this.key = await crypto.subtle.importKey(
      'pkcs8',
      new Uint8Array(pkcs8),
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['sign'],
    );
  }

  sign(requestId: string, files: TransferFileRow[]): Promise<SignedManifest> {
    return signManifest(this.key, { requestId, entries: bundleEntries(files) });
  }
}
