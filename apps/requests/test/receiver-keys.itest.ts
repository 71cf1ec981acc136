import { identityEvents } from '@tradepost/contracts/identity';
import { requestEvents, requests } from '@tradepost/contracts/requests';
import { grantsFor, newKeys, received } from './sealing';
import { inAnHour, receiver, sender, startFixture, type Fixture } from './fixture';
import { sealedScenarios } from './sealed-scenario';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { withKeys, sign, keyEvent, announce, createScenario, given, accepted } = sealedScenarios(() => fixture);

const signings = async ({ requestId }: { requestId: string }) =>
  (await fixture.published(requestEvents.signed)).filter((event) => event.requestId === requestId);

describe('a receiver without keys', () => {
  it('keeps the request waiting, and each sender is notified when it is signed', async () => {
    const rita = receiver();
    const [one, two] = [await createScenario({ rita }), await createScenario({ rita, mixed: true })];
    await fixture.pending(sender(), rita);
    expect((await fixture.call(requests.mine, {}, rita)) as object[]).toMatchObject([
      { waitsForKey: false },
      { waitsForKey: true },
      { waitsForKey: true },
    ]);
    expect(await fixture.call(requests.ofCompany, {}, one.ann)).toMatchObject([{ waitsForKey: true, mode: 'e2e' }]);
    const toSeal = await fixture.call(requests.sealingTargets, { id: one.requestId }, one.ann);
    expect(toSeal.receiver).toMatchObject({ userId: rita.userId, bundle: null });
    await fixture.prove(one.requestId, one.ann);
    const fake = await grantsFor(one.annKeys, {
      ...toSeal,
      receiver: { userId: rita.userId, bundle: (await newKeys(rita)).bundle },
      expiry: inAnHour(),
    });
    await expect(
      fixture.call(requests.confirm, { requestId: one.requestId, expiry: inAnHour(), ...fake }, one.ann),
    ).rejects.toMatchObject({ code: 'RECEIVER_KEY_MISSING', status: 409 });
    await withKeys(rita);
    await announce(rita);
    await announce(rita);
    expect(await fixture.call(requests.ofCompany, {}, one.ann)).toMatchObject([
      { waitsForKey: false, waitsForSignature: true },
    ]);
    expect(await signings(one)).toEqual([]);
    await sign(two);
    await accepted(one);
    expect(await signings(one)).toHaveLength(1);
    expect(await signings(two)).toHaveLength(1);
  });

  it('is found to have keys when its sender looks before the event arrives', async () => {
    const scenario = await createScenario();
    await withKeys(scenario.rita);
    await given(scenario);
    expect(await fixture.call(requests.ofCompany, {}, scenario.ann)).toMatchObject([
      { waitsForKey: false, waitsForSignature: false },
    ]);
  });
});

describe('a receiver with new keys', () => {
  it('loses access to files granted to the old ones, has to request them again, and ignores old events', async () => {
    const scenario = await createScenario();
    const { ann, rita } = scenario;
    await withKeys(rita);
    const { id } = await accepted(scenario);
    await expect(fixture.call(requests.askAgain, { id }, rita)).rejects.toMatchObject({ code: 'TRANSFER_LIVE' });
    const old = await keyEvent(rita, fixture.bundles.get(rita.userId)!);
    const ritaKeys = await withKeys(rita, 2);
    await announce(rita);
    await fixture.deliverEvent(identityEvents.keysPublished, old);
    for (const by of [rita, ann])
      expect(await fixture.call(requests.transfer, { id }, by)).toMatchObject({ keyLost: true, status: 'live' });
    const toSeal = await fixture.call(requests.sealingTargets, { transferId: id }, ann);
    const expiry = new Date(Date.now() + 7_200_000).toISOString();
    const again = (await fixture.call(requests.askAgain, { id }, rita)).request;
    expect(again).toMatchObject({ mode: 'e2e', waitsForKey: false, waitsForSignature: true });
    const second = { ...scenario, requestId: again.id };
    const { id: renewed } = await accepted(second);
    // the request was signed with the old keys
    await expect(
      fixture.call(requests.extend, { id, expiry, ...(await grantsFor(scenario.annKeys, { ...toSeal, expiry })) }, ann),
    ).rejects.toMatchObject({ code: 'REQUEST_OF_OLD_KEYS' });
    const view = await fixture.call(requests.transfer, { id: renewed }, rita);
    expect(view.keyLost).toBe(false);
    const { sealed } = view.files[0]!;
    expect(
      (
        await received(ritaKeys, view.grants!, sealed!, await fixture.stored(scenario.files[0]!.objectKey))
      ).content.equals(scenario.contents[0]!),
    ).toBe(true);
  });
});

it.each(['the event', 'identity'])(
  'a receiver with new keys that carry the old ones, as %s says, keeps access, and signs pending requests again',
  async (source) => {
    const scenario = await createScenario();
    const { ann, rita } = scenario;
    await withKeys(rita);
    const { id } = await accepted(scenario);
    const pending = await createScenario({ rita });
    const { keyId } = await keyEvent(rita, fixture.bundles.get(rita.userId)!);
    await withKeys(rita, 2);
    fixture.formerKeys.set(rita.userId, [keyId]);
    const event = { ...(await keyEvent(rita, fixture.bundles.get(rita.userId)!)), former: [keyId] };
    if (source === 'the event') await fixture.deliverEvent(identityEvents.keysPublished, event);
    else await fixture.call(requests.sealingTargets, { transferId: id }, ann);
    for (const by of [rita, ann])
      expect(await fixture.call(requests.transfer, { id }, by)).toMatchObject({ keyLost: false, status: 'live' });
    await expect(fixture.call(requests.askAgain, { id }, rita)).rejects.toMatchObject({ code: 'TRANSFER_LIVE' });
    expect(await fixture.call(requests.ofCompany, {}, pending.ann)).toMatchObject([{ waitsForSignature: true }]);
  },
);

it('new keys of a receiver end the signature of pending requests', async () => {
  const scenario = await createScenario();
  const { ann, rita, requestId } = scenario;
  await withKeys(rita);
  const good = await given(scenario);
  await withKeys(rita, 2);
  await announce(rita);
  expect(await fixture.call(requests.mine, {}, rita)).toMatchObject([{ id: requestId, waitsForSignature: true }]);
  await fixture.prove(requestId, ann);
  await expect(fixture.call(requests.confirm, { requestId, ...good }, ann)).rejects.toMatchObject({
    code: 'REQUEST_UNSIGNED',
    status: 409,
  });
  await accepted(scenario);
});
