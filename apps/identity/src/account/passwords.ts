import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { isAuthKey, parseProof, parseRecord } from '@tradepost/contracts/encryption/formats';
import type { FormerSalts, Kdf } from '@tradepost/contracts/encryption/sealed';
import { addressKey } from '@tradepost/contracts/values/address';
import { verifySecret } from '@tradepost/service-kit/security/secret-hash';
import { KeysRepository } from '../keys/keys.repository';
import { OpaqueServer } from '../password/opaque-server';
import { PasswordWorker } from '../password/password-worker';
import { Proofs } from '../password/proofs';
import { hashSaltOf, isFormer, recordOf, storedRecord } from '../password/stored-password';
import type { AccountRow } from './account.entity';
import { AccountsRepository, type PersonWithPassword, type StoredPassword } from './accounts.repository';
import { deriveAuthKey, kdfWithSalt } from './hashing';

/** A client sends a proof of the password or the record of a new one, or, as scripts do, the password itself. */
@Injectable()
export class Passwords {
  private saltKey: KeyObject | undefined;

  constructor(
    private readonly repository: AccountsRepository,
    private readonly keys: KeysRepository,
    private readonly server: OpaqueServer,
    private readonly worker: PasswordWorker,
    private readonly proofs: Proofs,
  ) {}

  /**
   * @param password the new password, its record in place of it, or the record alone
   * @param account the account that has a password; the salts that its address is answered stay the same @throws AppError INVALID
   */
  async stored(email: string, password: string, account: StoredPassword | null): Promise<StoredPassword> {
    const record = parseRecord(password) ?? (await this.worker.register(email, password));
    await this.server.assertRecord(record);
    const { hashSalt } = await this.formerSaltsOf(account, email);
    return { passwordHash: storedRecord(record, hashSalt), kdf: account?.kdf ?? null };
  }

  /** For an address without an account of an earlier version: always the same one, so that the answer does not reveal accounts. */
  async kdfOf(account: Pick<AccountRow, 'kdf'> | null, email: string): Promise<Kdf> {
    this.saltKey ??= createSecretKey(await this.repository.saltKey());
    const salt = createHmac('sha256', this.saltKey).update(addressKey(email)).digest().subarray(0, 16);
    return account?.kdf ?? kdfWithSalt(salt);
  }

  /** As `kdfOf`. */
  async formerSaltsOf(account: StoredPassword | null, email: string): Promise<FormerSalts> {
    const { salt } = await this.kdfOf(account, email);
    const hashSalt = (account && hashSaltOf(account.passwordHash)) ?? this.server.saltFor(email, 'former hash');
    return { salt, hashSalt };
  }

  /** @throws AppError SEALED_SIGN_IN_REQUIRED for the password itself when it opens keys @returns the account as stored now; null for a wrong password */
  async verify<A extends PersonWithPassword>(account: A | null, email: string, password: string): Promise<A | null> {
    const proof = parseProof(password);
    if (proof) return (await this.proofs.accept(account, email, proof)) ? account : null;
    const stored = account?.passwordHash ?? '';
    if (isAuthKey(password)) return (await this.isAuthKeyOf(account, password)) ? account : null;
    const former = isFormer(stored) ? this.isFormerPassword(account!, password) : false;
    // the same work for every address: an account that has not moved yet does its own at the same time
    const [matches, matchesFormer] = await Promise.all([
      this.worker.matches(email, recordOf(stored), password),
      former,
    ]);
    if (!account || (!matches && !matchesFormer)) return null;
    if (await this.keys.holdsAny(account.id)) throw new AppError('SEALED_SIGN_IN_REQUIRED');
    return matches ? account : this.moved(account, email, password);
  }

  /** For programs of earlier versions, until the account has moved. */
  private isAuthKeyOf(account: StoredPassword | null, authKey: string): Promise<boolean> {
    const isKnown = account?.kdf && isFormer(account.passwordHash);
    return verifySecret(isKnown ? account.passwordHash : undefined, authKey);
  }

  private async isFormerPassword({ passwordHash, kdf }: StoredPassword, password: string): Promise<boolean> {
    const hashed = kdf ? await deriveAuthKey(password, kdf) : password.normalize('NFKC');
    return verifySecret(passwordHash, hashed);
  }

  private async moved<A extends PersonWithPassword>(account: A, email: string, password: string): Promise<A | null> {
    const stored = await this.stored(email, password, account);
    if (await this.repository.upgradePassword(account, stored)) return { ...account, ...stored };
    const now = await this.repository.byId(account.id);
    // another sign-in has just moved it, or its owner has changed it; an attempt to sign up is stored elsewhere
    return now ? this.verify({ ...account, passwordHash: now.passwordHash, kdf: now.kdf }, email, password) : account;
  }
}
