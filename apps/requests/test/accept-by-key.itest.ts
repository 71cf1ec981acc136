import type { ActingKey, UserActor } from '@tradepost/contracts/actor';
import { requestEvents, requests } from '@tradepost/contracts/requests';
import { OutboxRow } from '@tradepost/service-kit/database/kit.entities';
import { v7 as uuidv7 } from 'uuid';
import { StepUpRow } from '../src/step-up/step-up.entity';
import { receiver, sender, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const byKey = (owner: UserActor, given: Partial<ActingKey> = {}): UserActor => {
  const id = uuidv7();
  return {
    ...owner,
    sessionId: id,
    key: { id, name: 'Nightly', scopes: ['accept'], mayAcceptWithoutCode: false, ...given },
  };
};
const expiry = new Date(Date.now() + 3_600_000).toISOString();
const confirm = (requestId: string, by: UserActor) => fixture.call(requests.confirm, { requestId, expiry }, by);

it('needs no code when the owner explicitly allowed it, and works once', async () => {
  const ann = sender();
  const { id } = await fixture.pending(ann, receiver());
  const key = byKey(ann, { mayAcceptWithoutCode: true });
  const outcomes = await Promise.allSettled([
    confirm(id, key),
    confirm(id, key),
    confirm(id, byKey(ann, { mayAcceptWithoutCode: true })),
  ]);
  const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'ok' : outcome.reason.code)).sort();
  expect(codes).toEqual(['REQUEST_NOT_PENDING', 'REQUEST_NOT_PENDING', 'ok']);
  expect((await fixture.published(requestEvents.accepted)).filter(({ requestId }) => requestId === id)).toHaveLength(1);
  const said = await sql(fixture.db.read).findBy(OutboxRow, { subject: requestEvents.accepted.subject });
  const [published] = said.filter(({ payload }) => (payload as { requestId: string }).requestId === id);
  expect(published?.meta).toMatchObject({ actor: { userId: ann.userId, key: { name: 'Nightly' } } });
});

it('needs a mailed code for this key without that permission', async () => {
  const ann = sender();
  const { id } = await fixture.pending(ann, receiver());
  const key = byKey(ann);
  await expect(confirm(id, key)).rejects.toMatchObject({ code: 'NOT_VERIFIED', status: 403 });
  await fixture.prove(id, ann);
  await expect(confirm(id, key)).rejects.toMatchObject({ code: 'NOT_VERIFIED' });
  await sql(fixture.db.read).delete(StepUpRow, { requestId: id });
  await fixture.prove(id, key);
  await expect(confirm(id, byKey(ann))).rejects.toMatchObject({ code: 'NOT_VERIFIED' });
  expect(await confirm(id, key)).toMatchObject({ request: { status: 'accepted' } });
});

it('is rejected for a key of another company, of a receiver or with another scope', async () => {
  const ann = sender();
  const { id } = await fixture.pending(ann, receiver());
  await expect(confirm(id, byKey(sender(), { mayAcceptWithoutCode: true }))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(confirm(id, byKey(receiver(), { mayAcceptWithoutCode: true }))).rejects.toMatchObject({
    code: 'NOT_ALLOWED',
  });
  await expect(
    confirm(id, byKey(ann, { scopes: ['read', 'upload', 'deliver'], mayAcceptWithoutCode: true })),
  ).rejects.toMatchObject({ code: 'KEY_SCOPE', status: 403 });
  await expect(
    confirm(id, byKey({ ...ann, kycStatus: 'Rejected' }, { mayAcceptWithoutCode: true })),
  ).rejects.toMatchObject({ code: 'KYC_NOT_GOOD' });
  expect(await fixture.call(requests.reject, { id }, byKey(ann))).toMatchObject({ request: { status: 'rejected' } });
});
