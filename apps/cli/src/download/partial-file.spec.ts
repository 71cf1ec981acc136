import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PartialFile } from './partial-file';

it('writes what comes in very many pieces, as a server may send it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-partial-'));
  try {
    const [path, part, ledger, lock] = ['a', 'a.part', 'a.ranges', 'a.lock'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
      string,
    ];
    const pieces = Array.from({ length: 256 * 1024 }, (_, at) => Uint8Array.of(at % 251));
    const file = await PartialFile.open(
      { path, part, ledger, lock },
      { size: pieces.length, sha256: '', mode: 'managed' },
    );
    await file.write(pieces, 0);
    await file.close();
    expect(Buffer.compare(readFileSync(part), Buffer.concat(pieces))).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
