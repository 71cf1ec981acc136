import { hash } from '@node-rs/argon2';
import { v7 as uuidv7 } from 'uuid';
import type { DataSource } from 'typeorm';
import { AccountRow } from './accounts.entity';
import { passwordCost } from './password-cost';

/** Makes an admin: only from the command line, on the service's own database. @returns false when the address is taken: its account is left alone */
export async function createAdmin(source: DataSource, { email, password, firstName, lastName }: { email: string; password: string; firstName: string; lastName: string }): Promise<boolean> {
  const passwordHash = await hash(password.normalize('NFKC'), passwordCost);
  const now = new Date();
  const { raw } = await source
    .createQueryBuilder()
    .insert()
    .into(AccountRow)
    .values({ id: uuidv7(), email, firstName, lastName, userType: 'admin', passwordHash, verifiedAt: now, createdAt: now })
    .orIgnore()
    .returning('id')
    .execute();
  return raw.length === 1;
}
