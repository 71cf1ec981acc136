import { toHex, type Bytes } from '../crypto/bytes';
import { consistencyRanges, GrowingTree, isConsistent, leafHash, nodeHash, peaksIn, peaksOf, rootOf } from './tree';

/** The leaves and roots of the reference test of Certificate Transparency (RFC 6962), `merkle_tree_test.cc`. */
const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

test('has the roots of RFC 6962 at every size', async () => {
  const tree = new GrowingTree();
  expect(toHex(await tree.root())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  for (const [at, leaf] of leaves.entries()) {
    await tree.add(bytes(leaf));
    expect([at, toHex(await tree.root())]).toEqual([at, roots[at]]);
  }
});

/** The definition of RFC 6962, word for word. */
async function recursiveRoot(all: Uint8Array[]): Promise<Bytes> {
  if (all.length === 1) return leafHash(all[0]!);
  const half = 2 ** Math.ceil(Math.log2(all.length) - 1);
  return nodeHash(await recursiveRoot(all.slice(0, half)), await recursiveRoot(all.slice(half)));
}

test('matches the definition, and continues from its subtrees', async () => {
  const all = Array.from({ length: 70 }, (_, n) => Uint8Array.of(n));
  let tree = new GrowingTree();
  const nodes = new Map<string, string>();
  for (const [at, leaf] of all.entries()) {
    tree = new GrowingTree(tree.size, tree.peaks);
    for (const { level, index, hash } of await tree.add(leaf)) nodes.set(`${level}/${index}`, toHex(hash));
    expect(await tree.root()).toEqual(await recursiveRoot(all.slice(0, at + 1)));
    expect(tree.peaks.map(toHex)).toEqual(peaksOf(tree.size).map(({ level, index }) => nodes.get(`${level}/${index}`)));
  }
});

test('refuses a wrong number of subtrees', () => {
  expect(() => new GrowingTree(3, [new Uint8Array(32)])).toThrow(RangeError);
});

type Lie = Parameters<typeof isConsistent>;

describe('a consistency proof', () => {
  const all = Array.from({ length: 40 }, (_, n) => Uint8Array.of(n));
  const treeOf = async (size: number) => ({ size, root: await recursiveRoot(all.slice(0, size)) });
  const proofOf = (from: number, to: number) =>
    Promise.all(consistencyRanges(from, to).map(({ first, end }) => recursiveRoot(all.slice(first, end))));

  it('is valid for all sizes, and for no other tree, hash or order', async () => {
    for (let to = 1; to <= all.length; to += 3)
      for (let from = 1; from <= to; from += 1) {
        const [small, large, proof] = [await treeOf(from), await treeOf(to), await proofOf(from, to)];
        expect([from, to, await isConsistent(small, large, proof)]).toEqual([from, to, true]);
        const other = await leafHash(Uint8Array.of(255));
        const lies: Lie[] = [
          [{ ...small, root: other }, large, proof],
          [small, { ...large, root: other }, proof],
          [small, large, [...proof, other]],
          ...proof.map((_, at): Lie => [small, large, proof.with(at, other)]),
          ...(proof.length > 0 ? [[small, large, proof.slice(1)] satisfies Lie] : []),
          ...(proof.length > 1 ? [[small, large, proof.toReversed()] satisfies Lie] : []),
        ];
        for (const lie of lies) expect([from, to, await isConsistent(...lie)]).toEqual([from, to, false]);
      }
  });

  it('is valid for the empty tree without hashes, and never for a smaller tree', async () => {
    const empty = { size: 0, root: await rootOf([]) };
    expect(await isConsistent(empty, await treeOf(3), [])).toBe(true);
    expect(await isConsistent(await treeOf(3), await treeOf(2), await proofOf(2, 3))).toBe(false);
    expect([consistencyRanges(0, 3), consistencyRanges(4, 3)]).toEqual([[], []]);
  });

  it('consists of complete subtrees, which the log stores', async () => {
    const nodes = new Map<string, Bytes>();
    const tree = new GrowingTree();
    for (const leaf of all)
      for (const { level, index, hash } of await tree.add(leaf)) nodes.set(`${level}/${index}`, hash);
    for (const [from, to] of [
      [3, 7],
      [4, 7],
      [6, 40],
      [31, 33],
    ] as const) {
      const hashes = consistencyRanges(from, to).map((range) =>
        rootOf(peaksIn(range).map(({ level, index }) => nodes.get(`${level}/${index}`)!)),
      );
      expect(await Promise.all(hashes)).toEqual(await proofOf(from, to));
    }
  });
});
