import type { ActingKey, UserActor } from '@tradepost/contracts/actor';
import { requestEvents, requests } from '@tradepost/contracts/requests';
import { OutboxRow } from '@tradepost/service-kit/kit.entities';
import { v7 as uuidv7 } from 'uuid';
import { StepUpRow } from '../src/step-up.entity';
import { receiver, sender, startStage, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
}, 60_000);
afterAll(() => stage.stop(), 60_000);

const byKey = (owner: UserActor, given: Partial<ActingKey> = {}): UserActor => {
  const id = uuidv7();
  return { ...owner, sessionId: id, key: { id, name: 'Nightly', scopes: ['accept'], acceptsAlone: false, ...given } };
};
const expiry = new Date(Date.now() + 3_600_000).toISOString();
const confirm = (requestId: string, by: UserActor) => stage.call(requests.confirm, { requestId, expiry }, by);

it('needs no code when the owner allowed it in words, once', async () => {
  const ann = sender();
  const { id } = await stage.pending(ann, receiver());
  const key = byKey(ann, { acceptsAlone: true });
  const outcomes = await Promise.allSettled([
    confirm(id, key),
    confirm(id, key),
    confirm(id, byKey(ann, { acceptsAlone: true })),
  ]);
  const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'ok' : outcome.reason.code)).sort();
  expect(codes).toEqual(['REQUEST_NOT_PENDING', 'REQUEST_NOT_PENDING', 'ok']);
  expect((await stage.published(requestEvents.accepted)).filter(({ requestId }) => requestId === id)).toHaveLength(1);
  const said = await stage.db.read.findBy(OutboxRow, { subject: requestEvents.accepted.subject });
  const [told] = said.filter(({ payload }) => (payload as { requestId: string }).requestId === id);
  expect(told?.meta).toMatchObject({ actor: { userId: ann.userId, key: { name: 'Nightly' } } });
});

it('needs the mailed code of this very key without those words', async () => {
  const ann = sender();
  const { id } = await stage.pending(ann, receiver());
  const key = byKey(ann);
  await expect(confirm(id, key)).rejects.toMatchObject({ code: 'NOT_VERIFIED', status: 403 });
  await stage.prove(id, ann);
  await expect(confirm(id, key)).rejects.toMatchObject({ code: 'NOT_VERIFIED' });
  await stage.db.read.delete(StepUpRow, { requestId: id });
  await stage.prove(id, key);
  await expect(confirm(id, byKey(ann))).rejects.toMatchObject({ code: 'NOT_VERIFIED' });
  expect(await confirm(id, key)).toMatchObject({ request: { status: 'accepted' } });
});

it('is nothing for a key of another company, of a receiver, or of another scope', async () => {
  const ann = sender();
  const { id } = await stage.pending(ann, receiver());
  await expect(confirm(id, byKey(sender(), { acceptsAlone: true }))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(confirm(id, byKey(receiver(), { acceptsAlone: true }))).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  await expect(
    confirm(id, byKey(ann, { scopes: ['read', 'upload', 'deliver'], acceptsAlone: true })),
  ).rejects.toMatchObject({ code: 'KEY_SCOPE', status: 403 });
  await expect(confirm(id, byKey({ ...ann, kycStatus: 'Rejected' }, { acceptsAlone: true }))).rejects.toMatchObject({
    code: 'KYC_NOT_GOOD',
  });
  expect(await stage.call(requests.reject, { id }, byKey(ann))).toMatchObject({ request: { status: 'rejected' } });
});
