import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../topology/paths';

/** TypeORM stores a migration's name in the database, so the migrations of two services may share one. */
const sources = execFileSync('git', ['ls-files', 'apps/*/src/*.ts'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && !/\/migrations\/|\.spec\.ts$|^apps\/e2e\//.test(file) && existsSync(join(root, file)));

it('finds each class name in one app only', () => {
  const places = new Map<string, string[]>();
  for (const file of sources) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/^(?:export )?(?:abstract )?class (\w+)/gm))
      places.set(name, [...(places.get(name) ?? []), file]);
  }
  expect(places.size).toBeGreaterThan(100);
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
});
