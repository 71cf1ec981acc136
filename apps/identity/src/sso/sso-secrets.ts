import { Inject, Injectable } from '@nestjs/common';
import { SecretBox } from '@tradepost/service-kit/security/secret-box';
import { keysOf } from '@tradepost/service-kit/security/keys';
import { CONFIG, type IdentityConfig } from '../config';

/** Client secrets of sign-on connections: stored encrypted, in no answer. */
@Injectable()
export class SsoSecrets {
  private readonly box: SecretBox;

  constructor(@Inject(CONFIG) config: IdentityConfig) {
    this.box = new SecretBox(keysOf('TOTP_KEY', config), 'tradepost sso client secrets');
  }

  sealed(secret: string): string {
    return this.box.sealed(Buffer.from(secret));
  }

  /** Null when no configured key decrypts it: a key was removed too early. */
  opened(stored: string): string | null {
    return this.box.opened(stored)?.toString() ?? null;
  }

  /** The secret encrypted with the current key; null if it already is, or if its key is missing. */
  encryptWithCurrentKey(stored: string): string | null {
    if (this.box.isPresent(stored)) return null;
    const opened = this.opened(stored);
    return opened && this.sealed(opened);
  }
}
