import { partsToSeal } from './upload-parts';

const sealRange = jest.fn<Promise<{ bytes: Uint8Array; sha256: string }>, unknown[]>();
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
const answer = (sha256: string) => sealRange.mockResolvedValueOnce({ bytes: new Uint8Array(9), sha256 });

it('does not send a part that was sealed of another content before', async () => {
  const plan = { fields, salt: 'x', sent: new Map<number, string>() };
  const { part, size } = await partsToSeal(new Blob(['content']), plan);
  answer('a');
  expect(await part(1, 0, size)).toMatchObject({ sha256: 'a' });
  // sealed again, after a failure or a pause
  answer('a');
  const again = await partsToSeal(new Blob(['content']), plan);
  expect(await again.part(1, 0, size)).toMatchObject({ sha256: 'a' });
  answer('b');
  await expect(again.part(1, 0, size)).rejects.toThrow(/was changed/);
});
