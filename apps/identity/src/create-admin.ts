import { hash } from '@node-rs/argon2';
import { v7 as uuidv7 } from 'uuid';
import type { DataSource } from 'typeorm';
import { AccountRow } from './accounts.entity';
import { passwordCost } from './password-cost';

/** Makes an admin: only from the command line, on the service's own database. An address that is taken is left alone. */
export async function createAdmin(source: DataSource, { email, password, firstName, lastName }: { email: string; password: string; firstName: string; lastName: string }): Promise<void> {
  const passwordHash = await hash(password.normalize('NFKC'), passwordCost);
  const now = new Date();
  await source
    .createQueryBuilder()
    .insert()
    .into(AccountRow)
    .values({ id: uuidv7(), email, firstName, lastName, userType: 'admin', passwordHash, verifiedAt: now, createdAt: now })
    .orIgnore()
    .execute();
}
