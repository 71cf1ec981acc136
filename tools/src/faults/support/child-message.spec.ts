import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from './child-message';

describe('the message of a forked process', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'tradepost-child-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  const started = (code: string) => {
    const file = join(folder, 'child.cjs');
    writeFileSync(file, code);
    return fork(file, { stdio: 'ignore' });
  };

  it('is its first one', async () => {
    const child = started("process.once('message', (n) => process.send(n + 1, () => process.disconnect()))");
    child.send(1);
    expect(await messageOf(child)).toBe(2);
  });

  it.each([
    ['is killed', "process.kill(process.pid, 'SIGKILL')", 'SIGKILL'],
    ['exits', 'process.exit(3)', '3'],
    ['throws', "throw new Error('no')", '1'],
  ])('is an error when the process %s first', async (_, code, reason) => {
    await expect(messageOf(started(code))).rejects.toThrow(`The process ended with ${reason} before it answered`);
  });
});
