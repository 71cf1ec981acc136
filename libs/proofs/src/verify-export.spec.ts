import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { checkpointText, type ExportedEntry } from '@tradepost/contracts/audit';
import { entryHash, genesis, plainEntryHash } from './chain';
import { keyId } from './key-id';
import { commitmentTo, referenceTo } from './personal-text';
import { verifyExport } from './verify-export';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const another = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();

const person = { salt: Buffer.alloc(16, 1).toString('base64url'), text: 'ann@example.com' };

/** @param plain as exports were before entries referred to personal texts */
function chainOf(companyId: string, length: number, { plain = false, erased = false } = {}): ExportedEntry[] {
  const shown = erased ? 'deleted person' : person.text;
  let head = genesis;
  return Array.from({ length }, (_, n) => {
    const about = {
      id: `${companyId}-${n}`,
      sequence: n + 1,
      action: 'storage.file-uploaded',
      actor: shown,
      actorId: null,
      ip: null,
      requestId: null,
      message: `${shown} uploaded ${n}.csv`,
    };
    const at = new Date(Date.UTC(2026, 0, 1) + n * 1000);
    const entry = { ...about, companyId, at: at.toISOString() };
    if (plain) {
      head = plainEntryHash(head, { ...about, chainId: companyId, at });
      return { ...entry, hash: head };
    }
    const who = referenceTo('person', 1);
    const covered = { actor: who, ip: null, message: `${who} uploaded ${n}.csv`, commitments: [commitmentTo(person)] };
    head = entryHash(head, { ...about, chainId: companyId, at, ...covered });
    return { ...entry, hash: head, hashed: { ...covered, texts: [erased ? null : person] } };
  });
}

function checkpointOf({ companyId, sequence, hash: head }: ExportedEntry, { key = privateKey, named = true } = {}) {
  const end = { companyId, sequence, head, at: '2026-02-01T00:00:00.000Z' };
  return {
    checkpoint: {
      ...end,
      ...(named && { keyId: keyId(key) }),
      signature: sign('sha256', Buffer.from(checkpointText(end)), { key, dsaEncoding: 'ieee-p1363' }).toString(
        'base64url',
      ),
    },
  };
}

async function* linesOf(items: object[]) {
  for (const item of items) yield JSON.stringify(item);
}
const check = (items: object[], keys = [publicKey]) => verifyExport(linesOf(items), keys.map(pem));

const [ann, bob] = [chainOf('ann', 4), chainOf('bob', 3)];
const last = ann[3] as ExportedEntry;
const whole = [...ann, checkpointOf(last), ...bob];

it('accepts an unchanged export', async () => {
  expect(await check(whole)).toEqual({ entries: 7, chains: 2, checkpoints: 1, signedEnds: 1 });
});

it('verifies exports from before entries referred to personal texts, and those with erased texts', async () => {
  expect(await check(chainOf('ann', 4, { plain: true }))).toMatchObject({ entries: 4 });
  expect(await check(chainOf('ann', 4, { erased: true }))).toMatchObject({ entries: 4 });
});

it('verifies a pruned chain from its checkpoint', async () => {
  expect(await check([checkpointOf(ann[1] as ExportedEntry), ann[2] as ExportedEntry, last])).toMatchObject({
    entries: 2,
    chains: 1,
  });
});

it.each<[string, object[], number]>([
  [
    'an edited message',
    [ann[0] as ExportedEntry, { ...ann[1], message: 'uploaded nothing' }, ann[2] as ExportedEntry],
    2,
  ],
  ['an edited message of before', [{ ...chainOf('ann', 1, { plain: true })[0], message: 'uploaded nothing' }], 1],
  ['another actor than was hashed', [{ ...ann[0], actor: 'bob@example.com' }], 1],
  ['a personal text that was changed everywhere', JSON.parse(JSON.stringify(ann).replaceAll('ann@', 'bob@')), 1],
  ['a personal text that is missing', [{ ...ann[0], hashed: { ...ann[0]?.hashed, texts: [] } }], 1],
  ['an entry taken away', [ann[0] as ExportedEntry, ann[2] as ExportedEntry], 2],
  ['two changed places', [ann[1] as ExportedEntry, ann[0] as ExportedEntry], 1],
  ['a beginning without its checkpoint', [ann[2] as ExportedEntry], 1],
  [
    'a checkpoint that says something else',
    [...ann, { checkpoint: { ...checkpointOf(last).checkpoint, head: genesis } }],
    5,
  ],
  ['a checkpoint of another entry', [...ann, checkpointOf(ann[2] as ExportedEntry)], 5],
])('names the line of %s', async (_what, items, line) => {
  await expect(check(items)).rejects.toMatchObject({ line });
});

it.each(['null', '1', '{}', '{"checkpoint":null}', '{"checkpoint":{}}', JSON.stringify({ ...ann[0], at: 'never' })])(
  'names the line that says %s',
  async (text) => {
    await expect(
      verifyExport(
        (async function* () {
          yield text;
        })(),
        [pem(publicKey)],
      ),
    ).rejects.toMatchObject({ line: 1 });
  },
);

it('names a checkpoint signed by another key, and a line that is not JSON', async () => {
  await expect(check(whole, [another.publicKey])).rejects.toMatchObject({ line: 5 });
  await expect(verifyExport(linesOf([]), [pem(publicKey)])).resolves.toMatchObject({ entries: 0 });
  await expect(
    verifyExport(
      (async function* () {
        yield '{';
      })(),
      [pem(publicKey)],
    ),
  ).rejects.toMatchObject({ line: 1 });
});

describe('checkpoints of two keys', () => {
  const items = [
    ...ann,
    checkpointOf(last),
    ...bob,
    checkpointOf(bob[2] as ExportedEntry, { key: another.privateKey }),
  ];

  it('need both', async () => {
    expect(await check(items, [another.publicKey, publicKey])).toMatchObject({ checkpoints: 2, signedEnds: 2 });
    await expect(check(items, [another.publicKey])).rejects.toThrow(
      /^Line 5: .* signed by key \S{43}, which was not given/,
    );
  });

  it('without a key id may be signed by any of the keys', async () => {
    const unnamed = [...ann, checkpointOf(last, { named: false })];
    expect(await check(unnamed, [another.publicKey, publicKey])).toMatchObject({ signedEnds: 1 });
    await expect(check(unnamed, [another.publicKey])).rejects.toMatchObject({ line: 5 });
  });

  it('are refused under the name of a key that did not sign them', async () => {
    const { checkpoint } = checkpointOf(last);
    await expect(
      check(
        [...ann, { checkpoint: { ...checkpoint, keyId: keyId(another.publicKey) } }],
        [another.publicKey, publicKey],
      ),
    ).rejects.toMatchObject({ line: 5 });
  });
});
