import { fromHex } from '../crypto/bytes';
import { unwrapFileKey, wrapFileKey } from './file-key';
import { aesKey } from '../crypto/primitives';
import { counting } from '../testing/streams';

const file = { fileId: 'a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf', version: 1 };
const owner = '01890a5d-ac96-774b-bcce-b302099a8058';

describe('a file’s key', () => {
  const vaultKey = () => aesKey(counting(32, 32), ['encrypt', 'decrypt']);

  it('opens if another program wrapped it', async () => {
    const wrapped = fromHex(
      '000000000000000000000000e32fe35a905a625ec050ee496ab2016f7c256515b53c139baa2636bdf0ec81e96c843305c690bab0c7b192852418cc46',
    );
    expect(await unwrapFileKey(await vaultKey(), wrapped, file, owner)).toEqual(counting(32));
  });

  it('opens only for its owner, file, version and vault', async () => {
    const wrapped = await wrapFileKey(await vaultKey(), counting(32), file, owner);
    expect(wrapped.length).toBe(60);
    expect(await unwrapFileKey(await vaultKey(), wrapped, file, owner)).toEqual(counting(32));
    const refused = { problem: 'TAMPERED' };
    await expect(unwrapFileKey(await vaultKey(), wrapped, { ...file, version: 2 }, owner)).rejects.toMatchObject(
      refused,
    );
    await expect(unwrapFileKey(await vaultKey(), wrapped, { ...file, fileId: owner }, owner)).rejects.toMatchObject(
      refused,
    );
    await expect(unwrapFileKey(await vaultKey(), wrapped, file, file.fileId)).rejects.toMatchObject(refused);
    await expect(unwrapFileKey(await aesKey(counting(32), ['decrypt']), wrapped, file, owner)).rejects.toMatchObject(
      refused,
    );
  });
});
