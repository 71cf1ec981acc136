import { createHash } from 'node:crypto';
import { hashLike, joinedSha256 } from './stored-hash';

/** The vector of docs/protocol.md. */
const ofParts = [
  '072f5d86a449b865aabe65a533d7d9b90d9fcadbe79e8e3d01aa0140d5850912',
  'd91cdde55c21d07db88b05c22fd263016c3cc4839171f1232d44a43fbff1a6b9',
  '65716818aff2a8b3675dda330635bc05bd16f825f2d4a309ee31dba7f63a34e7',
];
const recorded = 'be0693e22b3fc420edefff33a66297f20cd6671e375ac8aafdb5e47b55754229-3';

it('is computed of the SHA-256 of the parts, in their order', async () => {
  expect(await joinedSha256(ofParts)).toBe(recorded);
  expect(await joinedSha256(ofParts.toReversed())).not.toBe(recorded);
});

it('is computed of stored bytes as the server has recorded it', async () => {
  const lines = Array.from({ length: 3_000_000 }, (_, index) => `${index + 1}\n`).join('');
  const bytes = new Blob([lines]);
  expect(bytes.size).toBe(22_888_896);
  expect(await hashLike(recorded, bytes)).toBe(recorded);
  const plain = createHash('sha256').update(lines).digest('hex');
  expect(await hashLike(plain, bytes)).toBe(plain);
  expect(await hashLike(recorded, bytes.slice(1))).not.toBe(recorded);
});
