import { pinTime } from './folder.policy';

describe('pinTime', () => {
  const [before, now] = [new Date('2026-11-22T10:00:00Z'), new Date('2026-11-22T11:00:00Z')];

  it.each([
    ['pins a folder now', null, true, now],
    ['keeps the place of a pinned folder', before, true, before],
    ['unpins a folder', before, false, null],
    ['leaves a folder without a pin', null, false, null],
  ])('%s', (_case, pinnedAt, pinned, expected) => expect(pinTime(pinnedAt, pinned, now)).toBe(expected));
});
