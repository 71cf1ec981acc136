import { callerNetwork } from '@tradepost/service-kit/limits/network';
import { identity } from '@tradepost/contracts/identity';
import { passwordWork } from '@tradepost/sealing/keys/opaque';
import { authenticatorCode } from '@tradepost/testing/authenticator';
import { anonymous, at, newEmail, password, startFixture, tally, type Fixture } from './fixture';
import { formerAccounts } from './proof-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { formerAccount, started, proveFormer } = formerAccounts(() => fixture);
const plain = { text: password, kind: 'password' } as const;
const refused = { code: 'BAD_CREDENTIALS', status: 401, message: 'Invalid email or password' };
let networks = 0;
const somewhere = () => at(`198.51.100.${(networks += 1)}`);

const request = async () => (await passwordWork.startProof(plain)).request;
const start = async (email: string, from = somewhere()) =>
  fixture.call(identity.startProof, { email, request: await request() }, from);

describe('the start of a proof', () => {
  const shape = ({ response, state, former }: Awaited<ReturnType<typeof start>>) =>
    [response, state, former.salt, former.hashSalt].map(({ length }) => length);

  it('has the same shape with and without an account, and stable salts', async () => {
    const [ann, old, outsider] = [(await fixture.member()).email, (await formerAccount()).email, newEmail()];
    const answers = [await start(ann), await start(old), await start(outsider)];
    for (const answer of answers) expect(Object.keys(answer)).toEqual(Object.keys(answers[0]!));
    expect(new Set(answers.map((answer) => String(shape(answer)))).size).toBe(1);
    const again = [await start(ann.toUpperCase()), await start(old), await start(outsider)];
    expect(again.map(({ former }) => former)).toEqual(answers.map(({ former }) => former));
  });

  it('answers the same about an address before and after signup, a new password and a move', async () => {
    // the first 32 bytes of an answer depend on the request and the address alone
    const evaluated = ({ response }: { response: string }) => response.slice(0, 42);
    const asked = await request();
    const ask = async (email: string) => {
      const answer = await fixture.call(identity.startProof, { email, request: asked }, somewhere());
      return [evaluated(answer), answer.former];
    };
    const email = newEmail();
    const before = await ask(email);
    const ann = await fixture.member('sender', undefined, email);
    expect(await ask(email)).toEqual(before);
    await fixture.call(identity.changePassword, { current: password, password: 'another horse!' }, ann);
    expect(await ask(email)).toEqual(before);
    const old = await formerAccount();
    const oldBefore = await ask(old.email);
    await fixture.login(old.email);
    expect(await ask(old.email)).toEqual(oldBefore);
  });

  it('refuses messages that do not follow the protocol, without counting them', async () => {
    const { email } = await fixture.member();
    const from = somewhere();
    const invalid = { code: 'INVALID', status: 400 };
    for (const given of ['A'.repeat(128), '_'.repeat(128), 'AAAA', ''])
      await expect(fixture.call(identity.startProof, { email, request: given }, from)).rejects.toMatchObject(invalid);
    for (const given of ['_'.repeat(43), 'A'])
      await expect(fixture.call(identity.startRecord, { email, request: given }, from)).rejects.toMatchObject(invalid);
    for (const state of ['A', 'A'.repeat(400)])
      await expect(
        fixture.call(identity.startProof, { email, request: await request(), state }, from),
      ).rejects.toMatchObject(invalid);
    const rows = await fixture.db.source.query(
      "SELECT 1 FROM limit_use WHERE limit_name = 'loginsOfAccount' AND key = $1",
      [email.toLowerCase()],
    );
    expect(rows).toEqual([]);
  });
});

describe('a proof', () => {
  it('works once', async () => {
    const { email } = await fixture.member();
    const proof = await fixture.proofOf(email);
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => fixture.login(email, proof)));
    expect(tally(outcomes)).toEqual({ ok: 1, BAD_CREDENTIALS: 2 });
    await expect(fixture.login(email, proof)).rejects.toMatchObject(refused);
  });

  it('works once in calls that ask for the password, too', async () => {
    const ann = await fixture.member();
    const given = { password: await fixture.proofOf(ann.email) };
    await fixture.call(identity.acceptProof, given, ann);
    const again = fixture.call(identity.acceptProof, given, ann);
    await expect(again).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
  });

  it('belongs to its address, its exchange and its server', async () => {
    const [ann, tom] = [await fixture.member(), await fixture.member()];
    await expect(fixture.login(tom.email, await fixture.proofOf(ann.email))).rejects.toMatchObject(refused);
    const proofs = [await fixture.proofOf(ann.email), await fixture.proofOf(ann.email)].map((proof) =>
      proof.split('.'),
    );
    const swapped = [proofs[0]![0], proofs[0]![1], proofs[1]![2]].join('.');
    await expect(fixture.login(ann.email, swapped)).rejects.toMatchObject(refused);
    const [kind, state, finish] = (await fixture.proofOf(ann.email)).split('.') as [string, string, string];
    const turned = (text: string) => `${text.slice(0, 40)}${text[40] === 'A' ? 'B' : 'A'}${text.slice(41)}`;
    for (const changed of [`${kind}.${turned(state)}.${finish}`, `${kind}.${state}.${turned(finish)}`])
      await expect(fixture.login(ann.email, changed)).rejects.toMatchObject(refused);
  });

  it('expires', async () => {
    const { email } = await fixture.member();
    const proof = await fixture.proofOf(email);
    await fixture.db.source.query("UPDATE proof_attempt SET expires_at = now() - interval '1 second'");
    await expect(fixture.login(email, proof)).rejects.toMatchObject(refused);
    await start(email);
    const left = await fixture.db.source.query('SELECT 1 FROM proof_attempt WHERE expires_at < now()');
    expect(left).toEqual([]);
  });

  it('is invalid after the password has changed', async () => {
    const ann = await fixture.member();
    const proof = await fixture.proofOf(ann.email);
    await fixture.call(identity.changePassword, { current: password, password: 'another horse!' }, ann);
    await expect(fixture.login(ann.email, proof)).rejects.toMatchObject(refused);
  });

  it('does not exist for an unknown address', async () => {
    const email = newEmail();
    expect(await fixture.prove(email)).toBeNull();
    expect((await proveFormer(email)).proof).toBeNull();
  });

  it('can be created by several browsers at once', async () => {
    const { email } = await fixture.member();
    const proofs = await Promise.all([1, 2, 3].map(() => fixture.proofOf(email)));
    const outcomes = await Promise.allSettled(proofs.map((proof) => fixture.login(email, proof)));
    expect(tally(outcomes)).toEqual({ ok: 3 });
  });
});

describe('guessing', () => {
  it('counts each start, until a proof is accepted', async () => {
    const { email } = await fixture.member();
    const from = somewhere();
    for (let n = 0; n < 4; n += 1) await start(email, from);
    const proven = (await fixture.prove(email, password, from))!;
    await fixture.login(email, proven.proof, 'sender', from);
    for (let n = 0; n < 5; n += 1) await start(email, from);
    await expect(start(email, from)).rejects.toMatchObject({ code: 'TOO_MANY', status: 429 });
    expect(await start(email)).toHaveProperty('response');
  });

  it('is not counted after an accepted proof', async () => {
    const ann = await fixture.member();
    for (let n = 0; n < 6; n += 1)
      await fixture.call(identity.acceptProof, { password: await fixture.proofOf(ann.email) }, ann);
    const other = await fixture.proofOf((await fixture.member()).email);
    await expect(fixture.call(identity.acceptProof, { password: other }, ann)).rejects.toMatchObject({
      code: 'PASSWORD_WRONG',
    });
  });

  it('is not counted for a right password without the second step', async () => {
    const ann = await fixture.member();
    const { secret } = await fixture.call(identity.beginTotp, { password }, ann);
    await fixture.call(identity.confirmTotp, { code: authenticatorCode(secret) }, ann);
    for (let n = 0; n < 6; n += 1)
      await expect(fixture.login(ann.email, await fixture.proofOf(ann.email))).rejects.toMatchObject({
        code: 'TOTP_REQUIRED',
      });
  });

  it('is also counted for requests of records', async () => {
    const { email } = await fixture.member();
    const from = somewhere();
    const record = async () =>
      fixture.call(
        identity.startRecord,
        { email, request: (await passwordWork.startRegistration(plain)).request },
        from,
      );
    for (let n = 0; n < 5; n += 1) await record();
    for (const again of [record, () => start(email, from)])
      await expect(again()).rejects.toMatchObject({ code: 'TOO_MANY' });
  });

  it('allows one second start for each first start, which is not counted', async () => {
    const old = await formerAccount();
    const { first, second, secret } = await proveFormer(old.email, 'a wrong password');
    const invalid = { code: 'INVALID', status: 400 };
    for (const { answer } of [first, second])
      await expect(started(old.email, secret, answer.state)).rejects.toMatchObject(invalid);
    const elsewhere = await started(newEmail(), plain);
    await expect(started(old.email, secret, elsewhere.answer.state)).rejects.toMatchObject(invalid);
    const rows = await fixture.db.source.query(
      "SELECT 1 FROM limit_use WHERE limit_name = 'loginsWithoutDelay' AND key = $1",
      [`${old.email.toLowerCase()} ${callerNetwork(anonymous)}`],
    );
    expect(rows).toHaveLength(1);
  });
});
