import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isAuthKey, type Kdf } from '@tradepost/contracts/sealed';
import { addressKey } from '@tradepost/contracts/values/address';
import { hashSecret, verifySecret } from '@tradepost/service-kit/security/secret-hash';
import type { AccountRow } from './account.entity';
import { AccountsRepository } from './accounts.repository';
import { deriveAuthKey, kdfWithSalt } from './hashing';

type StoredPassword = Pick<AccountRow, 'passwordHash' | 'kdf'>;

/** A client sends the password itself or, like the web app, an auth key derived from it. Stored are a hash of the auth key and the KDF. */
@Injectable()
export class Passwords {
  private saltKey: Buffer | undefined;

  constructor(private readonly repository: AccountsRepository) {}

  /** @param kdf how the client derived the auth key; absent when `password` is the password itself */
  async hash(password: string, kdf: Kdf | undefined): Promise<StoredPassword> {
    if (kdf) return { passwordHash: await hashSecret(password), kdf };
    const fresh = kdfWithSalt();
    return { passwordHash: await hashSecret(await deriveAuthKey(password, fresh)), kdf: fresh };
  }

  /** For an unknown address or an account without a KDF: always the same one per address, so that the answer does not reveal accounts. */
  async kdfOf(account: Pick<AccountRow, 'kdf'> | null, email: string): Promise<Kdf> {
    this.saltKey ??= await this.repository.saltKey();
    const derived = kdfWithSalt(createHmac('sha256', this.saltKey).update(addressKey(email)).digest().subarray(0, 16));
    return account?.kdf ?? derived;
  }

  /**
   * Does the same work with and without an account. A hash of the password itself (from an earlier version)
   * is replaced by a hash of the auth key at the first login with the password.
   * @returns the account as stored now; null for a wrong password
   */
  async verify(account: AccountRow | null, email: string, password: string): Promise<AccountRow | null> {
    const kdf = await this.kdfOf(account, email);
    const isKey = isAuthKey(password);
    const authKey = isKey ? password : await deriveAuthKey(password, kdf);
    const isLegacy = account !== null && !account.kdf;
    const matches = await verifySecret(account?.passwordHash, isLegacy ? password.normalize('NFKC') : authKey);
    if (!account || !matches) return null;
    if (!isLegacy) return account;
    if (isKey) return null;
    const upgraded = { passwordHash: await hashSecret(authKey), kdf };
    await this.repository.upgradePassword(account, upgraded);
    return { ...account, ...upgraded };
  }
}
