import { identity, memberListEvents } from '@tradepost/contracts/identity';
import { migrateService } from '@tradepost/service-kit/database/migrate';
import { hashSecret } from '@tradepost/service-kit/security/secret-hash';
import { testDatabase } from '@tradepost/testing/test-database';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { identityDatabase } from '../src/data-source';
import { company, password, startFixture } from './fixture';

const before = identityDatabase.migrations.findIndex(({ name }) => name.startsWith('AddressKeys'));
const earlier = { ...identityDatabase, migrations: identityDatabase.migrations.slice(0, before) };

async function insertAccount(ownerUrl: string, email: string, verifiedAt: Date | null): Promise<string> {
  const [id, owner] = [uuidv7(), new Client(ownerUrl)];
  await owner.connect();
  await owner.query(
    `INSERT INTO identity.account (id, email, first_name, last_name, user_type, password_hash, verified_at, created_at)
     VALUES ($1, $2, 'Ann', 'Sender', 'sender', $3, $4, now())`,
    [id, email, await hashSecret(password), verifiedAt],
  );
  await owner.end();
  return id;
}

it('keeps accounts with their passwords, and converts an unverified account into an attempt', async () => {
  let verified = '';
  const fixture = await startFixture(
    {},
    {
      migrations: earlier.migrations,
      fill: async (ownerUrl) => {
        verified = await insertAccount(ownerUrl, 'Ann@Bücher.example', new Date());
        await insertAccount(ownerUrl, 'Unverified@example.com', null);
      },
    },
  );
  try {
    expect((await fixture.login('ann@xn--bcher-kva.example')).user.id).toBe(verified);
    const email = 'unverified@example.com';
    await expect(fixture.login(email)).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
    await fixture.call(identity.resendOtp, { email }, { kind: 'public', ip: '192.0.2.1' });
    const otp = await fixture.codeFor('Unverified@example.com');
    const { token } = await fixture.call(identity.verifyOtp, { email, otp }, { kind: 'public', ip: '192.0.2.1' });
    await fixture.call(identity.saveCompany, { company }, (await fixture.bearer(token))!);
    expect((await fixture.login(email)).user.companyName).toBe('Ann Trading');
  } finally {
    await fixture.stop();
  }
});

it('reports accounts with the same address and changes nothing', async () => {
  const { ownerUrl, password: role, stop } = await testDatabase(earlier);
  try {
    const ids = [
      await insertAccount(ownerUrl, 'ann@bücher.example', new Date()),
      await insertAccount(ownerUrl, 'ann@xn--bcher-kva.example', new Date()),
    ];
    const migrated = migrateService({ ownerUrl, password: role, ...identityDatabase });
    await expect(migrated).rejects.toThrow(`Nothing was changed: rows of "account" have one e-mail address`);
    await expect(migrated).rejects.toThrow(ids.join(' = '));
    const owner = new Client(ownerUrl);
    await owner.connect();
    const { rows } = await owner.query('SELECT * FROM identity.account ORDER BY id');
    await owner.end();
    expect(rows.map((row: { id: string }) => row.id)).toEqual(ids);
    expect(rows[0]).not.toHaveProperty('address_key');
  } finally {
    await stop();
  }
});

it.each(['ListedMembers', 'MembersForRequests'])(
  'publishes the members that exist, for services that did not know them: %s',
  async (migration) => {
    const until = identityDatabase.migrations.findIndex(({ name }) => name.startsWith(migration));
    const {
      ownerUrl,
      password: role,
      stop,
    } = await testDatabase({
      ...identityDatabase,
      migrations: identityDatabase.migrations.slice(0, until),
    });
    const owner = new Client(ownerUrl);
    try {
      const [userId, companyId, email] = [uuidv7(), uuidv7(), 'bob@x.example'];
      await owner.connect();
      await owner.query(
        `INSERT INTO identity.account (id, email, address_key, first_name, last_name, user_type, password_hash, suspended_at, created_at)
       VALUES ($1, $2, $2, 'Bob', 'Approver', 'sender', '', now(), now())`,
        [userId, email],
      );
      await owner.query('INSERT INTO identity.membership VALUES ($1, $2, $3, $4, now())', [
        companyId,
        userId,
        ['approver'],
        uuidv7(),
      ]);
      await migrateService({
        ownerUrl,
        password: role,
        ...identityDatabase,
        migrations: identityDatabase.migrations.slice(0, until + 1),
      });
      const { rows } = await owner.query('SELECT * FROM identity.outbox');
      expect(rows).toEqual([
        expect.objectContaining({
          subject: memberListEvents.listed.subject,
          payload: { companyId, userId, email, roles: ['approver'], suspended: true },
          meta: {
            id: rows[0].id,
            subject: memberListEvents.listed.subject,
            requestId: rows[0].id,
            actor: null,
            at: expect.any(String),
          },
        }),
      ]);
    } finally {
      await owner.end();
      await stop();
    }
  },
);
