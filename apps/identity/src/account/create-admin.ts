import { addressKey } from '@tradepost/contracts/values/address';
import { hashSecret } from '@tradepost/service-kit/security/secret-hash';
import { v7 as uuidv7 } from 'uuid';
import type { DataSource } from 'typeorm';
import { AccountRow } from './account.entity';
import { deriveAuthKey, kdfWithSalt } from './hashing';

/**
 * Creates an admin; used only by the command line, on the service's own database. @returns false if the address already has an account,
 * which is not changed
 */
export async function createAdmin(
  source: DataSource,
  { email, password, firstName, lastName }: { email: string; password: string; firstName: string; lastName: string },
): Promise<boolean> {
  const kdf = kdfWithSalt();
  const passwordHash = await hashSecret(await deriveAuthKey(password, kdf));
  const now = new Date();
  const { raw } = await source
    .createQueryBuilder()
    .insert()
    .into(AccountRow)
    .values({
      id: uuidv7(),
      email,
      addressKey: addressKey(email),
      firstName,
      lastName,
      userType: 'admin',
      passwordHash,
      kdf,
      verifiedAt: now,
      createdAt: now,
    })
    .orIgnore()
    .returning('id')
    .execute();
  return raw.length === 1;
}
