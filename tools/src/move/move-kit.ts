import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { AppProcess } from '../topology/app-process';
import { apps } from '../topology/catalogue';
import { root } from '../topology/paths';
import { streamBytes } from '../topology/start';
import { secretsFolder, valuesIn } from './prepare';

/** Every app as a process with the files of the folder of a move, as containers get them. */
export function appsOf(folder: string, { port, logDir }: { port: number; logDir: string }): AppProcess[] {
  const secrets = secretsFolder(folder);
  const settings = parseEnv(readFileSync(join(folder, 'settings.env'), 'utf8')) as Record<string, string>;
  return apps.map(({ folder: name, bus }) => {
    const own = { ...valuesIn(join(secrets, 'shared')), ...valuesIn(join(secrets, name)) };
    const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== ''));
    const fixed = { SERVICE_NAME: bus, PORT: String(port), HOST: '127.0.0.1', WEB_ROOT: join(root, 'apps/web/dist') };
    return new AppProcess(name, {
      folder: name,
      logDir,
      env: { ...settings, ...given, ...fixed, NATS_STREAM_BYTES: streamBytes },
    });
  });
}

/** Replaces texts in every file of a folder, as an operator who has other servers. */
export function replaceInFiles(folder: string, texts: Record<string, string>): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const before = readFileSync(file, 'utf8');
    const after = Object.entries(texts).reduce((text, [from, to]) => text.replaceAll(from, to), before);
    if (after !== before) writeFileSync(file, after);
  }
}
