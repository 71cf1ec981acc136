import { mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync, closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentOf } from './file-content';

it('reads ranges of a file above 4 GiB where they are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-large-'));
  const [path, size, place] = [join(folder, 'large.bin'), 5 * 2 ** 30, 4.5 * 2 ** 30];
  try {
    // without blocks on the disk, but for one
    writeFileSync(path, '');
    truncateSync(path, size);
    const file = openSync(path, 'r+');
    writeSync(file, 'here', place);
    closeSync(file);
    const content = await contentOf(path, size);
    expect(content.size).toBe(size);
    const range = content.slice(place - 1, place + 5);
    expect(Buffer.from(await range.arrayBuffer())).toEqual(Buffer.from('\0here\0'));
    expect(await new Response(range.slice(1, 5).stream()).text()).toBe('here');
    expect(content.slice(size - 2, size + 5).size).toBe(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
