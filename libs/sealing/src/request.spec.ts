import { fromHex, fromBase64url, toBase64url, toHex } from './crypto/bytes';
import { aesKey } from './crypto/primitives';
import { createVault, type Vault } from './keys/vault';
import {
  decodeRequest,
  encodeRequest,
  namesExactly,
  requestHash,
  requireRequested,
  signRequest,
  verifyRequest,
  type RequestExpectation,
  type RequestTerms,
  type SignedRequest,
} from './request';
import { counting } from './testing/streams';

const requestId = '01890a5d-ac96-774b-bcce-b302099a8057';
const [alice, bob] = ['01890a5d-ac96-774b-bcce-b302099a8058', '01890a5d-ac96-774b-bcce-b302099a8059'] as const;
const e2e = { fileId: 'a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf', version: 7, mode: 'e2e' } as const;
const managed = { fileId: 'b0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf', version: 1, mode: 'managed' } as const;
const terms: RequestTerms = {
  requestId,
  timeMs: 1_700_000_000_000,
  receiver: { userId: bob, address: 'bob@example.org', keyId: counting(32, 0x20) },
  sender: { userId: alice, address: 'alice@example.org', keyId: counting(32, 0x40) },
  senderHead: counting(32, 0xc0),
  intendedUse: 'Audit 5 €',
  note: 'By Friday',
  checkpoint: '',
  files: [managed, e2e],
};
const vector =
  '736478312f7265717565737401890a5dac96774bbcceb302099a80570000018bcfe5680001890a5dac96774bbcceb302099a80592be76a04b205a133fb707c1b327d7c0b243e1b4ca4bbec103a09f199925add81202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f01890a5dac96774bbcceb302099a805881477f145b0c918eba4735b8ad35b6c0aad72d327c2259236e243126144b3382404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5fc0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedf000b4175646974203520e282ac0009427920467269646179000000000002a0a1a2a3a4a5a6a7a8a9aaabacadaeaf0000000701b0a1a2a3a4a5a6a7a8a9aaabacadaeaf0000000102';
const refusal = (problem: string) => expect.objectContaining({ name: 'SealingError', problem });

describe('the statement of a request', () => {
  it('matches the bytes, hash and signature of another program', async () => {
    expect(toHex(await encodeRequest(terms))).toBe(vector);
    const signed = {
      statement: toBase64url(fromHex(vector)),
      sig: toBase64url(
        fromHex(
          '58290609420244da5df1207211a406ceefeb8be32cc90252af152f1b7f254af637870f841609d82d488c64e08460f54b8c64f4094830c80521a0ace59413c962',
        ),
      ),
    };
    expect(toHex(await requestHash(signed))).toBe('284cc17ac9431155fac20b51b41ad0282c08fdac6dbcba71348dbf8d88c9f042');
    const point =
      '042c79f6dec732e011f769eefc9824afd02dc3fd663e649dd83d101939de00a8c1b7fc2319fa6409fe8b19d5b6824eecf802a06530034411117800e5a30391db0a';
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    const signPublic = await crypto.subtle.importKey('raw', fromHex(point), algorithm, true, ['verify']);
    const verified = await verifyRequest(signed, {
      requestId,
      receiver: { ...terms.receiver, signPublic },
      sender: terms.sender,
    });
    const { receiver: _receiver, sender: _sender, ...shown } = terms;
    expect(verified).toMatchObject({ ...shown, files: [e2e, managed] });
  });

  it.each<[string, (bytes: Uint8Array) => ArrayLike<number>]>([
    ['another structure', (bytes) => bytes.with(0, 0x74)],
    ['an end too early', (bytes) => bytes.slice(0, -1)],
    ['an end in a text', (bytes) => bytes.slice(0, 240)],
    ['more after the end', (bytes) => [...bytes, 0]],
    ['another count of files', (bytes) => bytes.with(-43, 3)],
    ['an unknown mode', (bytes) => bytes.with(-1, 3)],
    ['files in another order', (bytes) => [...bytes.slice(0, -42), ...bytes.slice(-21), ...bytes.slice(-42, -21)]],
    ['a file twice', (bytes) => [...bytes.slice(0, -42), ...bytes.slice(-42, -21), ...bytes.slice(-42, -21)]],
    ['a text that is not UTF-8', (bytes) => bytes.with(233, 0xff)],
    ['a time that no clock has', (bytes) => bytes.with(28, 0xff)],
  ])('is not read with %s', (_, change) => {
    expect(() => decodeRequest(Uint8Array.from(change(fromHex(vector))))).toThrow(refusal('MALFORMED'));
  });
});

describe('a signed request', () => {
  let receiver: Vault;
  let sender: Vault;
  let signed: SignedRequest;
  let expected: RequestExpectation;
  beforeAll(async () => {
    const kek = await aesKey(counting(32), ['encrypt', 'decrypt']);
    const vaultOf = async (userId: string) =>
      (await createVault({ userId, address: `${userId}@example.org` }, 1, { password: kek, recovery: kek })).vault;
    [receiver, sender] = await Promise.all([vaultOf(bob), vaultOf(alice)]);
    const parties = { receiver: receiver.own, sender: sender.own };
    signed = await signRequest({ ...terms, ...parties }, receiver.signing.privateKey);
    expected = { requestId, ...parties };
  });

  it('is verified with its parties', async () => {
    const verified = await verifyRequest(signed, expected);
    expect(verified).toMatchObject({ intendedUse: 'Audit 5 €', hash: await requestHash(signed) });
    expect(namesExactly(verified, [managed, e2e])).toBe(true);
    expect(namesExactly(verified, [e2e])).toBe(false);
    requireRequested(verified, [e2e]);
  });

  it.each<[string, string, () => [Partial<SignedRequest>, Partial<RequestExpectation>?]]>([
    ['another id', 'REQUEST_REFUSED', () => [{}, { requestId: alice }]],
    ['another sender', 'REQUEST_REFUSED', () => [{}, { sender: receiver.own }]],
    ['another key of the sender', 'REQUEST_REFUSED', () => [{}, { sender: { ...sender.own, keyId: counting(32) } }]],
    [
      'another address of the sender',
      'REQUEST_REFUSED',
      () => [{}, { sender: { ...sender.own, address: 'eve@example.org' } }],
    ],
    [
      'another key id of the receiver',
      'REQUEST_REFUSED',
      () => [{}, { receiver: { ...receiver.own, keyId: counting(32) } }],
    ],
    ['the signature of another', 'BAD_SIGNATURE', () => [{}, { receiver: sender.own }]],
    ['no signature', 'MALFORMED', () => [{ sig: '' }]],
    ['a statement that is none', 'MALFORMED', () => [{ statement: 'AAAA' }]],
  ])('is refused with %s', async (_, problem, change) => {
    const [other, expectation] = change();
    await expect(verifyRequest({ ...signed, ...other }, { ...expected, ...expectation })).rejects.toEqual(
      refusal(problem),
    );
  });

  it('is refused with any other statement', async () => {
    const bytes = fromBase64url(signed.statement);
    for (const at of [12, 28, 50, 130, 210, 235, bytes.length - 30, bytes.length - 22]) {
      const statement = toBase64url(bytes.with(at, bytes[at]! ^ 1));
      await expect(verifyRequest({ ...signed, statement }, expected)).rejects.toMatchObject({
        problem: expect.stringMatching(/BAD_SIGNATURE|MALFORMED/),
      });
    }
  });

  it.each([
    ['a file more', { ...e2e, fileId: alice }],
    ['another version', { ...e2e, version: 8 }],
    ['a managed file as sealed', { ...managed, mode: 'e2e' as const }],
  ])('is not created for %s', async (_, file) => {
    const request = await verifyRequest(signed, expected);
    expect(() => requireRequested(request, [e2e, file])).toThrow(refusal('REQUEST_SET_DIFFERS'));
  });
});
