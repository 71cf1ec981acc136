import { fromHex, u32 } from '../crypto/bytes';
import { checkMeta, openMeta, sealMeta } from './meta';
import { counting } from '../testing/streams';

const file = { fileId: 'a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf', version: 1 };

describe('the metadata of a file', () => {
  const meta = { name: 'a.csv', mime: 'text/csv', size: 1, sha256: '0'.repeat(64) };

  it('opens if another program sealed it', async () => {
    const sealed = fromHex(
      '000000000000000000000000e6a22ec42fe2a00b5a1fce292ec88bb17e2eb0c1ab1ad486ccda995f3b436272d4312f02984f42b913a9ac8b4fc41dfad0a14eea4b5f6504d7e559ccb1b1b9ff25101c519e94fe2da5974bc95f6f183099be8a36424485c019e7259a789d81f235553052f4f6e86d1d762a34d9851cdf80ee1b5c85a226ed5caa1f02cfb7bccf23eb7c01b4a4ed',
    );
    expect(await openMeta(counting(32), file, sealed)).toEqual(meta);
  });

  it('is refused for another file, version or key, and in another form', async () => {
    const sealed = await sealMeta(counting(32), file, meta);
    expect(await openMeta(counting(32), file, sealed)).toEqual(meta);
    const placed = { ...meta, folderId: '0195a5c3-7a1e-7000-8000-0123456789ab' };
    expect(await openMeta(counting(32), file, await sealMeta(counting(32), file, placed))).toEqual(placed);
    await expect(openMeta(counting(32), { ...file, version: 2 }, sealed)).rejects.toMatchObject({
      problem: 'TAMPERED',
    });
    await expect(openMeta(counting(32, 1), file, sealed)).rejects.toMatchObject({ problem: 'TAMPERED' });
    await expect(
      openMeta(counting(32), file, await sealMeta(counting(32), file, { ...meta, sha256: 'unknown' })),
    ).rejects.toMatchObject({ problem: 'MALFORMED' });
    await expect(openMeta(counting(32), file, u32(1))).rejects.toMatchObject({ problem: 'MALFORMED' });
  });

  it('is compared with the catalogue and the content', () => {
    checkMeta(meta, { name: 'a.csv', size: 1 });
    checkMeta(meta, meta);
    for (const said of [{ name: 'b.csv' }, { mime: 'text/html' }, { size: 2 }, { sha256: '1'.repeat(64) }])
      expect(() => checkMeta(meta, said)).toThrow(expect.objectContaining({ problem: 'META_MISMATCH' }));
  });
});
