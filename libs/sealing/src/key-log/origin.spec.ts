import { labelInput } from './entry';
import { originOf, originParts } from './origin';

test.each([
  ['a.example/key-log', 'a.example/key-log', 0],
  ['localhost:8080/key-log', 'localhost:8080/key-log', 0],
  ['a.example/key-log/1795650000', 'a.example/key-log', 1_795_650_000],
  ['a.example/key-log/0', 'a.example/key-log/0', 0],
])('%s is %s, restarted at %i', (origin, base, restarted) => {
  expect(originParts(origin)).toEqual({ base, restarted });
  expect(originOf({ base, restarted })).toBe(origin);
});

test('labels stay the same after a restore', async () => {
  expect(await labelInput('a@b', 'a.example/key-log/5')).toEqual(await labelInput('a@b', 'a.example/key-log'));
  expect(await labelInput('a@b', 'b.example/key-log')).not.toEqual(await labelInput('a@b', 'a.example/key-log'));
});
