import { PartSlots } from './part-slots';

const MB = 1024 * 1024;

/** Sends parts in simulated time. @param durationOf how long a part takes that is sent with this many */
async function afterParts(count: number, durationOf: (atOnce: number) => number) {
  let [now, most] = [0, 0];
  const sending: { end: number; finish: () => void }[] = [];
  const slots = new PartSlots({ now: () => now });
  const send = () =>
    new Promise<void>((finish) => {
      sending.push({ end: now + durationOf(sending.length + 1), finish });
      most = Math.max(most, sending.length);
    });
  const all = Array.from({ length: count }, () => slots.run(MB, send));
  for (let left = count; left > 0; left -= 1) {
    await new Promise(setImmediate);
    const next = sending.sort((a, b) => a.end - b.end).shift()!;
    now = Math.max(now, next.end);
    next.finish();
  }
  await Promise.all(all);
  return { width: slots.parts, most };
}

it('sends three at once, and more while this is faster, up to eight', async () => {
  expect((await afterParts(5, () => 1000)).width).toBe(3);
  expect(await afterParts(200, () => 1000)).toEqual({ width: 8, most: 8 });
});

it('does not add parts to a line that is full', async () => {
  const { width } = await afterParts(200, (atOnce) => 1000 * atOnce);
  expect(width).toBeLessThanOrEqual(4);
});

it('sends fewer after a refusal, but always one', async () => {
  const slots = new PartSlots();
  for (let n = 0; n < 5; n += 1) slots.narrow();
  expect(slots.parts).toBe(1);
  await expect(slots.run(MB, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(await slots.run(MB, async () => 'sent')).toBe('sent');
});

it('bounds the bytes of the parts at once, whatever their number', async () => {
  let [active, most] = [0, 0];
  const slots = new PartSlots();
  const send = async () => {
    most = Math.max(most, ++active);
    await new Promise(setImmediate);
    active -= 1;
  };
  await Promise.all(Array.from({ length: 6 }, () => slots.run(40 * MB, send)));
  expect(most).toBe(1);
});
