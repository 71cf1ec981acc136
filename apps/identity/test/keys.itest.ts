import { createPublicKey } from 'node:crypto';
import { identity } from '@tradepost/contracts/identity';
import { authenticatorCode } from '@tradepost/testing/authenticator';
import { calculateJwkThumbprint, decodeProtectedHeader, exportJWK } from 'jose';
import { TotpRow } from '../src/session/totp.entity';
import { anonymous, newEmail, password, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

const [oldPepper, newPepper] = ['the pepper of all the years before', 'the pepper from now on'];
const [oldKey, newKey] = ['k'.repeat(32), 'n'.repeat(32)];

let fixture: Fixture;
beforeAll(async () => {
  // earlier versions encrypted secrets with a key derived from the pepper
  fixture = await startFixture({ CODE_PEPPER: oldPepper, TOTP_KEY: oldPepper });
});
afterAll(() => fixture.stop());

type Replica = Awaited<ReturnType<Fixture['replica']>>;
type Guarded = Awaited<ReturnType<typeof guarded>>;

/** Runs `work` against the service restarted with these keys. */
async function restarted(env: Record<string, string>, then: (replica: Replica) => Promise<void>) {
  const replica = await fixture.replica(env);
  await then(replica).finally(() => replica.stop());
}

const unused = (accountId: string) => sql(fixture.db.read).update(TotpRow, { accountId }, { lastStep: 0 });

async function guarded() {
  const ann = await fixture.member();
  const { secret } = await fixture.call(identity.beginTotp, { password }, ann);
  const { recoveryCodes } = await fixture.call(identity.confirmTotp, { code: authenticatorCode(secret) }, ann);
  await unused(ann.userId);
  return { ...ann, code: () => authenticatorCode(secret), recoveryCodes };
}

const enter = ({ call }: Pick<Replica, 'call'>, { email }: Guarded, code: string) =>
  call(identity.login, { email, password, portal: 'sender', code }, anonymous);

it('a token names its signing key', async () => {
  const { email } = await fixture.member();
  const { token } = await fixture.login(email);
  expect(decodeProtectedHeader(token).kid).toBe(
    await calculateJwkThumbprint(await exportJWK(createPublicKey(process.env.JWT_PRIVATE_KEY as string))),
  );
});

describe('rotating the pepper', () => {
  it('accepts mailed codes of the previous pepper while it is configured', async () => {
    const [ann, tom] = [newEmail('Ann'), newEmail('Tom')];
    for (const email of [ann, tom]) await fixture.signup(email);
    const prove = async ({ call }: Replica, email: string) =>
      call(identity.verifyOtp, { email, otp: await fixture.codeFor(email) }, anonymous);
    await restarted({ CODE_PEPPER: newPepper }, async (replica) => {
      await expect(prove(replica, tom)).rejects.toMatchObject({ code: 'OTP_INVALID' });
    });
    await restarted({ CODE_PEPPER: newPepper, CODE_PEPPER_PREVIOUS: oldPepper }, async (replica) => {
      expect(await prove(replica, ann)).toHaveProperty('token');
    });
  });

  it('accepts recovery codes and secrets of the previous pepper, and re-encrypts secrets on use', async () => {
    const [ann, tom] = [await guarded(), await guarded()];
    await restarted({ CODE_PEPPER: newPepper, CODE_PEPPER_PREVIOUS: oldPepper, TOTP_KEY: oldKey }, async (replica) => {
      expect(await enter(replica, ann, ann.code())).toHaveProperty('token');
      expect(await enter(replica, ann, ann.recoveryCodes[0]!)).toHaveProperty('token');
    });
    await unused(ann.userId);
    await restarted({ CODE_PEPPER: newPepper, TOTP_KEY: oldKey }, async (replica) => {
      expect(await enter(replica, ann, ann.code())).toHaveProperty('token');
      await expect(enter(replica, ann, ann.recoveryCodes[1]!)).rejects.toMatchObject({ code: 'TOTP_INVALID' });
      await expect(enter(replica, tom, tom.code())).rejects.toMatchObject({ code: 'TOTP_INVALID' });
    });
  });
});

describe('rotating TOTP_KEY', () => {
  it('decrypts secrets of the previous key while it is configured; recovery codes always work', async () => {
    const ann = await guarded();
    await restarted({ TOTP_KEY: oldKey }, async (replica) => void (await enter(replica, ann, ann.recoveryCodes[0]!)));
    await restarted({ TOTP_KEY: newKey }, async (replica) => {
      await expect(enter(replica, ann, ann.code())).rejects.toMatchObject({ code: 'TOTP_INVALID' });
      expect(await enter(replica, ann, ann.recoveryCodes[1]!)).toHaveProperty('token');
    });
    await restarted({ TOTP_KEY: newKey, TOTP_KEY_PREVIOUS: oldKey }, async (replica) => {
      expect(await enter(replica, ann, ann.code())).toHaveProperty('token');
    });
    await unused(ann.userId);
    await restarted({ TOTP_KEY: newKey }, async (replica) => {
      expect(await enter(replica, ann, ann.code())).toHaveProperty('token');
    });
  });
});
