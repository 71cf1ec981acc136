import { partsToSeal } from './upload-parts';

const sealRange = jest.fn<Promise<{ bytes: Uint8Array; sha256: string; sums?: object }>, unknown[]>();
jest.mock('../workers/content-worker', () => ({ sealRange: (...given: unknown[]) => sealRange(...given) }));
jest.mock('../vault/vault', () => ({ requireVault: () => Promise.resolve({}) }));
jest.mock('@tradepost/client/transfers/sealed-parts', () => ({
  plannedKey: () => Promise.resolve({ fileKey: new Uint8Array(32), file: { fileId: 'f', version: 1 } }),
}));

const fields = {
  enc: 'sdx1' as const,
  fileId: 'f',
  fileVersion: '1',
  wrappedKey: '',
  sealedMeta: '',
  mimetype: 'text/csv',
};
/** No sums are wanted. */
const none = { sums: false };
const answer = (sha256: string) => sealRange.mockResolvedValueOnce({ bytes: new Uint8Array(9), sha256 });

it('does not send a part that was sealed of another content before', async () => {
  const plan = { fields, salt: 'x', sent: new Map<number, string>() };
  const { part, size } = await partsToSeal(new Blob(['content']), plan);
  answer('a');
  expect(await part(1, 0, size, none)).toMatchObject({ sha256: 'a' });
  // sealed again, after a failure or a pause
  answer('a');
  const again = await partsToSeal(new Blob(['content']), plan);
  expect(await again.part(1, 0, size, none)).toMatchObject({ sha256: 'a' });
  answer('b');
  await expect(again.part(1, 0, size, none)).rejects.toThrow(/was changed/);
});

it('sends of a file in segments what is not copied', async () => {
  const of = { ...fields, contentSize: '7' };
  const copied = [{ at: 100, from: 90, length: 50 }];
  const plan = { fields: of, front: 'f', copied, sentBytes: 9, sent: new Map<number, string>() };
  const parts = await partsToSeal(new Blob(['content']), plan);
  expect(parts).toMatchObject({ size: 9, copied });
  answer('a');
  await parts.part(1, 0, 9, none);
  expect(sealRange.mock.lastCall?.[1]).toMatchObject({ front: 'f', copied });
});

it('seals later parts in the memory of those that were sent', async () => {
  const { part } = await partsToSeal(new Blob(['content']), { fields, salt: 'x', sent: new Map() });
  const memoryOf = () => sealRange.mock.lastCall?.[3];
  const bytes = new Uint8Array(9);
  sealRange.mockResolvedValueOnce({ bytes, sha256: 'a' });
  const first = await part(1, 0, 9, none);
  answer('b');
  // the first is still being sent
  await part(2, 9, 18, none);
  expect(memoryOf()).toBeUndefined();
  first.release?.();
  answer('c');
  await part(3, 18, 27, none);
  expect(memoryOf()).toBe(bytes.buffer);
});

it('gets the sums of a sealed part from the worker, and only where they are wanted', async () => {
  const { part } = await partsToSeal(new Blob(['content']), { fields, salt: 'x', sent: new Map() });
  const sums = { md5: 'b', crc32: 5 };
  sealRange.mockResolvedValueOnce({ bytes: new Uint8Array(9), sha256: 'a', sums });
  expect(await part(1, 0, 9, { sums: true })).toMatchObject({ sha256: 'a', sums });
  expect(sealRange.mock.lastCall?.[2]).toEqual({ start: 0, end: 9, sums: true });
  answer('c');
  expect((await part(2, 9, 18, none)).sums).toBeUndefined();
  expect(sealRange.mock.lastCall?.[2]).toEqual({ start: 9, end: 18, sums: false });
});
