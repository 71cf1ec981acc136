import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isAuthKey, type Kdf } from '@tradepost/contracts/sealed';
import type { AccountRow } from './accounts.entity';
import { AccountsRepository } from './accounts.repository';
import { authKeyOf, hashed, isHashOf, kdfOfSalt } from './hashing';

type Kept = Pick<AccountRow, 'passwordHash' | 'kdf'>;

/** Passwords come as they are, or as the web app sends them: a key made of one. Kept is a hash of that key, and how it is made. */
@Injectable()
export class Passwords {
  private saltKey: Buffer | undefined;

  constructor(private readonly repository: AccountsRepository) {}

  /** @param kdf how a password that comes as a key was made into it */
  async keep(password: string, kdf: Kdf | undefined): Promise<Kept> {
    if (kdf) return { passwordHash: await hashed(password), kdf };
    const fresh = kdfOfSalt();
    return { passwordHash: await hashed(await authKeyOf(password, fresh)), kdf: fresh };
  }

  /** Of an account without one, and of nobody's address, it is the same at any time, and looks like any other. */
  async kdfOf(account: Pick<AccountRow, 'kdf'> | null, email: string): Promise<Kdf> {
    this.saltKey ??= await this.repository.saltKey();
    const made = kdfOfSalt(createHmac('sha256', this.saltKey).update(email.toLowerCase()).digest().subarray(0, 16));
    return account?.kdf ?? made;
  }

  /**
   * The same work whether there is an account or not. What was kept as the hash of the password itself becomes that of its key
   * when the password is next given.
   * @returns the account as it is now; null for a wrong password
   */
  async proven(account: AccountRow | null, email: string, password: string): Promise<AccountRow | null> {
    const kdf = await this.kdfOf(account, email);
    const isKey = isAuthKey(password);
    const authKey = isKey ? password : await authKeyOf(password, kdf);
    const isOld = account !== null && !account.kdf;
    const matches = await isHashOf(account?.passwordHash, isOld ? password.normalize('NFKC') : authKey);
    if (!account || !matches) return null;
    if (!isOld) return account;
    if (isKey) return null;
    const renewed = { passwordHash: await hashed(authKey), kdf };
    await this.repository.renewPassword(account, renewed);
    return { ...account, ...renewed };
  }
}
