import type { Tx } from '@tradepost/service-kit/database';
import { Secret, TOTP } from 'otpauth';
import type { AccountRow } from './accounts.entity';
import { Totp } from './totp';
import type { TotpRepository } from './totp.repository';

const [old, now] = ['a pepper of last year', 'a pepper of this year'];
const tx = {} as Tx;
const ann = { id: 'ann', email: 'ann@example.com' } as AccountRow;

/** One account's row and codes. */
class Kept {
  secret: string | null = null;
  codes: string[] = [];
  keepPending = async (_tx: Tx, _id: string, pending: string) => void (this.secret = pending);
  pendingOf = async () => this.secret;
  secretOf = async () => this.secret;
  confirm = async () => undefined;
  useStep = async () => true;
  reseal = async (_tx: Tx, _id: string, secret: string) => void (this.secret = secret);
  replaceRecoveryCodes = async (_tx: Tx, _id: string, codes: { codeHash: string }[]) => void (this.codes = codes.map(({ codeHash }) => codeHash));
  useRecoveryCode = async (_tx: Tx, _id: string, codeHash: string) => {
    const known = this.codes.includes(codeHash);
    this.codes = this.codes.filter((code) => code !== codeHash);
    return known;
  };
}

let kept: Kept;
let code: () => string;
let recovery: string[];
const totp = (CODE_PEPPER: string, CODE_PEPPER_BEFORE?: string) => new Totp(kept as unknown as TotpRepository, { CODE_PEPPER, CODE_PEPPER_BEFORE });

beforeEach(async () => {
  kept = new Kept();
  const { secret } = await totp(old).begin(tx, ann);
  code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  recovery = (await totp(old).confirm(tx, 'ann', code())).map((one) => one.replace('-', ''));
});

test('a secret outlives a change of pepper: used once while both are known, it needs the new one alone', async () => {
  await totp(now, old).use(tx, 'ann', code());
  await totp(now).use(tx, 'ann', code());
  await expect(totp(old).use(tx, 'ann', code())).rejects.toThrow();
});

test('recovery codes made before it count once', async () => {
  await totp(now, old).use(tx, 'ann', recovery[0] as string);
  await expect(totp(now, old).use(tx, 'ann', recovery[0] as string)).rejects.toMatchObject({ code: 'TOTP_INVALID' });
});

test('without the one before, nothing that it sealed opens', async () => {
  await expect(totp(now).use(tx, 'ann', code())).rejects.toThrow();
});
