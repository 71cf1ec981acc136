import { setTimeout as delay } from 'node:timers/promises';
import { SlotLeases } from './slot-leases';

/** As calls of others that keep the process busy. */
const keepBusy = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

describe('the lease of a slot', () => {
  it('ends automatically', async () => {
    const leases = new SlotLeases();
    await new Promise<void>((ended) => leases.begin(20, ended));
  });

  it('does not end while the process is busy with something else', async () => {
    const leases = new SlotLeases();
    let ended = false;
    const lease = new Promise<void>((end) =>
      leases.begin(250, () => {
        ended = true;
        end();
      }),
    );
    for (let turn = 0; turn < 3; turn += 1) {
      keepBusy(100);
      await delay(0);
    }
    expect(ended).toBe(false);
    await lease;
  });

  it('does not end a lease twice', async () => {
    const leases = new SlotLeases();
    let ended = false;
    leases.begin(10, () => (ended = true))();
    await new Promise<void>((other) => leases.begin(40, other));
    expect(ended).toBe(false);
  });
});
