import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from '@tradepost/tools/client/people';

export const account = (role: string): Account => ({
  firstName: 'Pat',
  lastName: role,
  email: `${role}-${randomUUID().slice(0, 8)}@example.com`,
  password: 'Correct-horse-9!',
  companyName: `${role} ${randomBytes(3).toString('hex')}`,
});

export const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

/** The archive's files by name, unpacked by an independent program. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const directory = mkdtempSync(join(tmpdir(), 'tradepost-unzip-'));
  try {
    writeFileSync(join(directory, 'archive.zip'), archive);
    const script =
      'import sys,zipfile,json;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;z.extractall(sys.argv[2]);print(json.dumps(z.namelist()))';
    const names = JSON.parse(
      execFileSync('python3', ['-c', script, join(directory, 'archive.zip'), join(directory, 'out')]).toString(),
    ) as string[];
    return new Map(names.map((name) => [name, readFileSync(join(directory, 'out', name))]));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
