import { createPublicKey } from 'node:crypto';
import { identity } from '@tradepost/contracts/identity';
import { authenticatorCode } from '@tradepost/testing/authenticator';
import { calculateJwkThumbprint, decodeProtectedHeader, exportJWK } from 'jose';
import { TotpRow } from '../src/accounts.entity';
import { anybody, newEmail, password, startStage, type Stage } from './stage';

const [oldPepper, newPepper] = ['the pepper of all the years before', 'the pepper from now on'];
const [oldKey, newKey] = ['k'.repeat(32), 'n'.repeat(32)];

let stage: Stage;
beforeAll(async () => {
  // before secrets had a key of their own, theirs was made of the pepper
  stage = await startStage({ CODE_PEPPER: oldPepper, TOTP_KEY: oldPepper });
}, 60_000);
afterAll(() => stage.stop(), 60_000);

type Replica = Awaited<ReturnType<Stage['replica']>>;
type Guarded = Awaited<ReturnType<typeof guarded>>;

/** The service restarted with these keys, for a while. */
async function restarted(env: Record<string, string>, then: (replica: Replica) => Promise<void>) {
  const replica = await stage.replica(env);
  await then(replica).finally(() => replica.stop());
}

const unused = (accountId: string) => stage.db.read.update(TotpRow, { accountId }, { lastStep: 0 });

async function guarded() {
  const ann = await stage.member();
  const { secret } = await stage.call(identity.beginTotp, { password }, ann);
  const { recoveryCodes } = await stage.call(identity.confirmTotp, { code: authenticatorCode(secret) }, ann);
  await unused(ann.userId);
  return { ...ann, code: () => authenticatorCode(secret), recoveryCodes };
}

const enter = ({ call }: Pick<Replica, 'call'>, { email }: Guarded, code: string) =>
  call(identity.login, { email, password, portal: 'sender', code }, anybody);

it('a token names the key that signed it', async () => {
  const { email } = await stage.member();
  const { token } = await stage.login(email);
  expect(decodeProtectedHeader(token).kid).toBe(
    await calculateJwkThumbprint(await exportJWK(createPublicKey(process.env.JWT_PRIVATE_KEY as string))),
  );
});

describe('a new pepper', () => {
  it('takes mailed codes of the one before, where that is still accepted', async () => {
    const [ann, tom] = [newEmail('Ann'), newEmail('Tom')];
    for (const email of [ann, tom]) await stage.signup(email);
    const prove = async ({ call }: Replica, email: string) =>
      call(identity.verifyOtp, { email, otp: await stage.codeFor(email) }, anybody);
    await restarted({ CODE_PEPPER: newPepper }, async (replica) => {
      await expect(prove(replica, tom)).rejects.toMatchObject({ code: 'OTP_INVALID' });
    });
    await restarted({ CODE_PEPPER: newPepper, CODE_PEPPER_PREVIOUS: oldPepper }, async (replica) => {
      expect(await prove(replica, ann)).toHaveProperty('token');
    });
  });

  it('takes recovery codes and secrets of the one before, and puts these under their own key on use', async () => {
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

describe('a new key of authenticator secrets', () => {
  it('opens what the one before closed, where that is still accepted; recovery codes help in any case', async () => {
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
