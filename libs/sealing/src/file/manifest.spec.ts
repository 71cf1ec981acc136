import { fromBase64url, toBase64url, utf8 } from '../crypto/bytes';
import { sealedSize } from './format';
import { entryName, openManifest, signManifest, type Manifest, type SignedManifest } from './manifest';
import type { KeyPair } from '../crypto/primitives';

const requestId = '01890a5d-ac96-774b-bcce-b302099a8057';
const [one, two]: [string, string] = ['a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf', 'b0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf'];
const files = [
  { fileId: two, version: 2 },
  { fileId: one, version: 1 },
];
const manifest: Manifest = {
  requestId,
  entries: [
    { fileId: one, version: 1, mode: 'e2e', offset: 70, length: sealedSize(20_000) },
    {
      fileId: two,
      version: 2,
      mode: 'managed',
      sha256: '0'.repeat(64),
      offset: 70 + sealedSize(20_000) + 70,
      length: 9,
    },
  ],
};
const refusal = (problem: string) => expect.objectContaining({ name: 'SealingError', problem });

describe('a bundle’s manifest', () => {
  let service: KeyPair;
  let signed: SignedManifest;
  beforeAll(async () => {
    service = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
    signed = await signManifest(service.privateKey, manifest);
  });
  const open = (given: SignedManifest, of = files, request = requestId) =>
    openManifest(service.publicKey, given, request, of);

  it('opens exactly as it was signed', async () => expect(await open(signed)).toEqual(manifest));

  it('names its entries', () => expect(manifest.entries.map(entryName)).toEqual([`${one}.sdx`, `${two}.bin`]));

  it('is refused with any change', async () => {
    const text = new TextDecoder().decode(fromBase64url(signed.manifest));
    await expect(
      open({ ...signed, manifest: toBase64url(utf8(text.replace('"offset":70,', '"offset":71,'))) }),
    ).rejects.toEqual(refusal('BAD_SIGNATURE'));
    await expect(open({ ...signed, manifest: toBase64url(utf8(`${text} `)) })).rejects.toEqual(
      refusal('BAD_SIGNATURE'),
    );
    await expect(open({ ...signed, sig: toBase64url(new Uint8Array(64)) })).rejects.toEqual(refusal('BAD_SIGNATURE'));
  });

  it('is refused with a signature of another key', async () => {
    const other = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
    await expect(openManifest(other.publicKey, signed, requestId, files)).rejects.toEqual(refusal('BAD_SIGNATURE'));
  });

  it('is refused for another request, or for other files', async () => {
    await expect(open(signed, files, one)).rejects.toEqual(refusal('WRONG_FILE'));
    await expect(open(signed, files.slice(1))).rejects.toEqual(refusal('WRONG_FILE'));
    await expect(open(signed, [...files, { fileId: requestId, version: 1 }])).rejects.toEqual(refusal('WRONG_FILE'));
    await expect(open(signed, [files[0]!, { ...files[1]!, version: 3 }])).rejects.toEqual(refusal('WRONG_FILE'));
  });

  it.each<[string, object, string]>([
    ['entries that overlap', { offset: 71 + sealedSize(20_000) - 2 }, 'MALFORMED'],
    ['an offset that is none', { offset: -1 }, 'MALFORMED'],
    ['a length that is none', { length: 1.5 }, 'MALFORMED'],
    ['a mode there is not', { mode: 'plain' }, 'MALFORMED'],
    ['a size no sealed file has', { mode: 'e2e', length: sealedSize(16_384) - 1 }, 'TRUNCATED'],
  ])('is refused with %s', async (_, change, problem) => {
    const wrong = { ...manifest, entries: [manifest.entries[0]!, { ...manifest.entries[1]!, ...change }] } as Manifest;
    await expect(open(await signManifest(service.privateKey, wrong))).rejects.toEqual(refusal(problem));
  });
});
