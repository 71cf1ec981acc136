import { hour, minute } from './durations';
import { PossibleTime } from './possible-time';

const noon = Date.UTC(2026, 0, 1, 12);

/** A process with a system clock that can be set. */
function someProcess() {
  const clock = { system: noon, monotonic: 5_000 };
  const time = new PossibleTime(
    () => clock.system,
    () => clock.monotonic,
  );
  const known = () => [time.earliest() - noon, time.latest() - noon];
  const wait = (ms: number) => {
    clock.system += ms;
    clock.monotonic += ms;
  };
  return { known, wait, set: (byMs: number) => (clock.system += byMs) };
}

it('is the system clock, also when this is corrected in small steps', () => {
  const { known, wait, set } = someProcess();
  for (let n = 1; n <= 10; n += 1) {
    wait(minute);
    set(4_000);
    const passed = n * (minute + 4_000);
    expect(known()).toEqual([passed, passed]);
  }
});

it.each([hour, -hour])(
  'knows the time before and after the clock was set by %d ms, and one time when it is set back',
  (by) => {
    const { known, wait, set } = someProcess();
    set(by);
    wait(minute);
    expect(known()).toEqual([minute + Math.min(by, 0), minute + Math.max(by, 0)]);
    set(-by);
    expect(known()).toEqual([minute, minute]);
  },
);

it('trusts a clock again two hours after it was set', () => {
  const { known, wait, set } = someProcess();
  set(hour);
  known();
  wait(2 * hour - 1);
  expect(known()).toEqual([2 * hour - 1, 3 * hour - 1]);
  wait(1);
  expect(known()).toEqual([3 * hour, 3 * hour]);
});
