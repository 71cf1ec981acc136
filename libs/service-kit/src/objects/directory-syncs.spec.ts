import { DirectorySyncs } from './directory-syncs';

test('callers that wait while a directory is synced share the next sync', async () => {
  const begun: { path: string; end: () => void }[] = [];
  const syncs = new DirectorySyncs((path) => new Promise((end) => begun.push({ path, end })));
  const done: string[] = [];
  const ask = (name: string, path: string) => void syncs.sync(path).then(() => done.push(name));
  ask('first', '/a');
  ask('second', '/a');
  ask('third', '/a');
  ask('other', '/b');
  expect(begun.map(({ path }) => path)).toEqual(['/a', '/b']);
  begun[0]!.end();
  await new Promise(setImmediate);
  expect([done, begun.length]).toEqual([['first'], 3]);
  ask('fourth', '/a');
  begun[2]!.end();
  await new Promise(setImmediate);
  expect([done, begun.length]).toEqual([['first', 'second', 'third'], 4]);
  for (const { end } of begun) end();
  await new Promise(setImmediate);
  expect(done).toEqual(['first', 'second', 'third', 'other', 'fourth']);
});
