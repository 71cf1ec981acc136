import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { requests } from '@tradepost/contracts/requests';
import { v7 as uuidv7 } from 'uuid';
import { StepUpRow } from '../src/step-up/step-up.entity';
import { minutesAgo, outcomesOf, otherThan, receiver, sender, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ ACCEPT_CODE_TRIES_PER_DAY: '12' });
});
afterAll(() => fixture.stop());

describe('a step-up code', () => {
  it('is mailed only to the signed-in sender, has five digits and is stored hashed', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { id } = await fixture.pending(ann, rita);
    const code = await fixture.codeFor(id, ann);
    expect(code).toMatch(/^\d{5}$/);
    const [sent] = await fixture.mails('accept-code', ann.email);
    expect(sent!.mail.data).toEqual({ firstName: 'Ann', code, companyName: 'Rita Buying' });
    expect(sent!.intent.notAfter!.getTime()).toBeLessThanOrEqual(Date.now() + 600_000);
    const [row] = await sql(fixture.db.read).findBy(StepUpRow, { requestId: id });
    expect(row!.codeHash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(row)).not.toContain(code);
  });

  it('is rejected when wrong, and always after five tries', async () => {
    const ann = sender();
    const { id } = await fixture.pending(ann, receiver());
    const code = await fixture.codeFor(id, ann);
    for (let i = 0; i < 5; i += 1) {
      await expect(fixture.call(requests.verifyCode, { id, code: otherThan(code) }, ann)).rejects.toMatchObject({
        code: 'CODE_INVALID',
        status: 400,
      });
    }
    await expect(fixture.call(requests.verifyCode, { id, code }, ann)).rejects.toMatchObject({ code: 'CODE_INVALID' });
  });

  it('allows no more than five tries to parallel guesses', async () => {
    const ann = sender();
    const { id } = await fixture.pending(ann, receiver());
    const code = await fixture.codeFor(id, ann);
    await outcomesOf(
      Array.from({ length: 15 }, () => fixture.call(requests.verifyCode, { id, code: otherThan(code) }, ann)),
    );
    expect(await sql(fixture.db.read).findOneBy(StepUpRow, { requestId: id })).toMatchObject({
      tries: 5,
      verifiedAt: null,
    });
  });

  it('works once', async () => {
    const ann = sender();
    const { id } = await fixture.pending(ann, receiver());
    const code = await fixture.codeFor(id, ann);
    const { won, lost } = await outcomesOf(
      Array.from({ length: 4 }, () => fixture.call(requests.verifyCode, { id, code }, ann)),
    );
    expect([won, lost]).toEqual([1, ['CODE_INVALID', 'CODE_INVALID', 'CODE_INVALID']]);
  });

  it('works in its own session, for its own request and account', async () => {
    const ann = sender();
    const [one, two] = [await fixture.pending(ann, receiver()), await fixture.pending(ann, receiver())];
    const code = await fixture.codeFor(one.id, ann);
    const elsewhere = { ...ann, sessionId: uuidv7() };
    const colleague = sender({ companyId: ann.companyId });
    await expect(fixture.call(requests.verifyCode, { id: one.id, code }, elsewhere)).rejects.toMatchObject({
      code: 'CODE_INVALID',
    });
    await expect(fixture.call(requests.verifyCode, { id: one.id, code }, colleague)).rejects.toMatchObject({
      code: 'CODE_INVALID',
    });
    await expect(fixture.call(requests.verifyCode, { id: two.id, code }, ann)).rejects.toMatchObject({
      code: 'CODE_INVALID',
    });
    await expect(fixture.call(requests.verifyCode, { id: one.id, code }, sender())).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await fixture.call(requests.verifyCode, { id: one.id, code: ` ${code} ` }, ann)).toEqual({ verified: true });
  });

  it('is replaced by a newer one', async () => {
    const ann = sender();
    const { id } = await fixture.pending(ann, receiver());
    const older = await fixture.codeFor(id, ann);
    await fixture.later(id);
    const newer = await fixture.codeFor(id, ann);
    if (older !== newer)
      await expect(fixture.call(requests.verifyCode, { id, code: older }, ann)).rejects.toMatchObject({
        code: 'CODE_INVALID',
      });
    expect(await fixture.call(requests.verifyCode, { id, code: newer }, ann)).toEqual({ verified: true });
  });

  it('is mailed once for two parallel requests, and again once its tries are used up', async () => {
    const ann = sender();
    const { id } = await fixture.pending(ann, receiver());
    const answers = await Promise.all([1, 2, 3].map(() => fixture.call(requests.createCode, { requestId: id }, ann)));
    expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
    const [only, ...others] = await fixture.mails('accept-code', ann.email);
    expect(others).toEqual([]);
    const code = only!.mail.data.code;
    for (let i = 0; i < 5; i += 1)
      await fixture.call(requests.verifyCode, { id, code: otherThan(code) }, ann).catch(() => undefined);
    expect(await fixture.call(requests.verifyCode, { id, code: await fixture.codeFor(id, ann) }, ann)).toEqual({
      verified: true,
    });
    expect(await fixture.mails('accept-code', ann.email)).toHaveLength(2);
  });

  it('differs per session', async () => {
    const ann = sender();
    const { id } = await fixture.pending(ann, receiver());
    await fixture.codeFor(id, ann);
    await fixture.codeFor(id, { ...ann, sessionId: uuidv7() });
    expect(await fixture.mails('accept-code', ann.email)).toHaveLength(2);
  });

  it('expires after ten minutes', async () => {
    const ann = sender();
    const { id } = await fixture.pending(ann, receiver());
    const code = await fixture.codeFor(id, ann);
    await sql(fixture.db.read).update(StepUpRow, { requestId: id }, { expiresAt: minutesAgo(0) });
    await expect(fixture.call(requests.verifyCode, { id, code }, ann)).rejects.toMatchObject({ code: 'CODE_INVALID' });
  });

  it('can be requested five times an hour', async () => {
    const ann = sender();
    const { id } = await fixture.pending(ann, receiver());
    for (let i = 0; i < 5; i += 1) {
      await fixture.call(requests.createCode, { requestId: id }, ann);
      await fixture.later(id);
    }
    const { won, lost } = await outcomesOf(
      Array.from({ length: 2 }, () => fixture.call(requests.createCode, { requestId: id }, ann)),
    );
    expect([won, lost]).toEqual([0, ['TOO_MANY', 'TOO_MANY']]);
    const refusal = await fixture.call(requests.createCode, { requestId: id }, ann).catch((error) => error);
    expect(refusal).toMatchObject({ code: 'TOO_MANY', status: 429 });
    expect(refusal.retryAfter).toBeGreaterThan(3_200);
    await fixture.db.source.query(`UPDATE limit_use SET at = at - interval '61 minutes' WHERE key = $1`, [
      `${ann.userId} ${id}`,
    ]);
    await fixture.codeFor(id, ann);
  });

  it('counts towards the daily limit of wrong tries of all requests', async () => {
    const ann = sender();
    for (let request = 0; request < 3; request += 1) {
      const { id } = await fixture.pending(ann, receiver());
      const code = await fixture.codeFor(id, ann);
      for (let i = 0; i < 4; i += 1)
        await fixture.call(requests.verifyCode, { id, code: otherThan(code) }, ann).catch(() => undefined);
    }
    const { id } = await fixture.pending(ann, receiver());
    const code = await fixture.codeFor(id, ann);
    const refusal = await fixture.call(requests.verifyCode, { id, code }, ann).catch((error) => error);
    expect(refusal).toMatchObject({ code: 'TOO_MANY' });
    expect(refusal.retryAfter).toBeGreaterThan(86_000);
  });

  it('is not created for others or for decided requests', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { id } = await fixture.pending(ann, rita);
    await expect(fixture.call(requests.createCode, { requestId: id }, sender())).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(fixture.call(requests.createCode, { requestId: id }, rita)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
    await expect(
      fixture.call(requests.createCode, { requestId: id, email: 'eve@example.com' }, ann),
    ).rejects.toMatchObject({ code: 'NOT_YOURS' });
    await expect(
      fixture.call(requests.createCode, { requestId: id }, { ...ann, kycStatus: 'Rejected' }),
    ).rejects.toMatchObject({ code: 'KYC_NOT_GOOD' });
    await fixture.call(requests.reject, { id }, ann);
    await expect(fixture.call(requests.createCode, { requestId: id }, ann)).rejects.toMatchObject({
      code: 'REQUEST_NOT_PENDING',
    });
    expect(await sql(fixture.db.read).countBy(StepUpRow, { requestId: id })).toBe(0);
  });
});

describe('a passkey in place of the code', () => {
  const passkey = {
    id: 'AAAA',
    clientDataJSON: 'AAAA',
    authenticatorData: 'A'.repeat(50),
    signature: 'AAAA',
    userHandle: 'AAAA',
  };
  const asked: { requestId: string; userId: string }[] = [];
  const answer = (accepted: boolean) =>
    fixture.stubService(identity.acceptPasskey, ({ requestId }, actor) => {
      asked.push({ requestId, userId: (actor as UserActor).userId });
      return { accepted };
    });
  const verify = (id: string, who: UserActor) => fixture.call(requests.verifyPasskey, { id, passkey }, who);
  const accept = (id: string, who: UserActor) =>
    fixture.call(requests.confirm, { requestId: id, expiry: new Date(Date.now() + 3_600_000).toISOString() }, who);

  it('lets its session accept this request once', async () => {
    await answer(true);
    const ann = sender();
    const [one, two] = [await fixture.pending(ann, receiver()), await fixture.pending(ann, receiver())];
    await expect(accept(one.id, ann)).rejects.toMatchObject({ code: 'NOT_VERIFIED' });
    expect(await verify(one.id, ann)).toEqual({ verified: true });
    expect(asked.at(-1)).toEqual({ requestId: one.id, userId: ann.userId });
    await expect(accept(one.id, { ...ann, sessionId: uuidv7() })).rejects.toMatchObject({ code: 'NOT_VERIFIED' });
    await expect(accept(two.id, ann)).rejects.toMatchObject({ code: 'NOT_VERIFIED' });
    await accept(one.id, ann);
    await expect(verify(one.id, ann)).rejects.toMatchObject({ code: 'REQUEST_NOT_PENDING' });
    expect(await fixture.mails('accept-code', ann.email)).toEqual([]);
  });

  it('proves nothing when identity refuses it, or for the request of another company', async () => {
    await answer(false);
    const ann = sender();
    const { id } = await fixture.pending(ann, receiver());
    await expect(verify(id, ann)).rejects.toMatchObject({ code: 'PASSKEY_INVALID', status: 400 });
    await expect(accept(id, ann)).rejects.toMatchObject({ code: 'NOT_VERIFIED' });
    await answer(true);
    await expect(verify(id, sender())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(accept(id, ann)).rejects.toMatchObject({ code: 'NOT_VERIFIED' });
  });

  it('leaves no code that could be entered', async () => {
    await answer(true);
    const ann = sender();
    const { id } = await fixture.pending(ann, receiver());
    const code = await fixture.codeFor(id, ann);
    await verify(id, ann);
    for (const given of [code, ''])
      await expect(fixture.call(requests.verifyCode, { id, code: given }, ann)).rejects.toThrow();
  });
});
