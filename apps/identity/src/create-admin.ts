import { v7 as uuidv7 } from 'uuid';
import type { DataSource } from 'typeorm';
import { AccountRow } from './accounts.entity';
import { authKeyOf, hashed, kdfOfSalt } from './hashing';

/** Makes an admin: only from the command line, on the service's own database. @returns false when the address is taken: its account is left alone */
export async function createAdmin(
  source: DataSource,
  { email, password, firstName, lastName }: { email: string; password: string; firstName: string; lastName: string },
): Promise<boolean> {
  const kdf = kdfOfSalt();
  const passwordHash = await hashed(await authKeyOf(password, kdf));
  const now = new Date();
  const { raw } = await source
    .createQueryBuilder()
    .insert()
    .into(AccountRow)
    .values({
      id: uuidv7(),
      email,
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
