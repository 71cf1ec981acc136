import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { manifestOf } from '../deploy/notices';
import { root } from '../topology/paths';

const scripts = ['postinst', 'prerm', 'postrm'];
const conffiles = ['etc/tradepost/tradepost.env'];
/** All other directories and programs have mode 755, files 644. */
const modes: Record<string, number> = { 'etc/tradepost': 0o750, 'etc/tradepost/tradepost.env': 0o640 };

export interface Packing {
  version: string;
  /** Modification time of every file, in seconds since 1970. */
  epoch: number;
  /** Compressor of `dpkg-deb`. One thread, because more threads give different bytes. */
  compression?: string[];
}

/**
 * Builds a Debian package from a folder that `layOut` filled. The build is reproducible.
 * @param into a folder
 * @returns its path
 */
export function makePackage(
  folder: string,
  into: string,
  { version, epoch, compression = ['-Zzstd', '-z12'] }: Packing,
): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('DEBIAN'))
    .sort();
  for (const path of files) setMode(join(folder, path), modes[path]);
  const control = join(folder, 'DEBIAN');
  mkdirSync(control, { recursive: true });
  const contents = files.filter((path) => lstatSync(join(folder, path)).isFile());
  writeFileSync(join(control, 'control'), controlOf(version, sizeOf(folder, contents)));
  writeFileSync(join(control, 'conffiles'), conffiles.map((path) => `/${path}\n`).join(''));
  writeFileSync(
    join(control, 'md5sums'),
    contents
      .filter((path) => !conffiles.includes(path))
      .map(
        (path) =>
          `${createHash('md5')
            .update(readFileSync(join(folder, path)))
            .digest('hex')}  ${path}\n`,
      )
      .join(''),
  );
  for (const name of scripts) copyFileSync(join(root, 'deploy/debian', name), join(control, name));
  for (const name of readdirSync(control)) chmodSync(join(control, name), scripts.includes(name) ? 0o755 : 0o644);
  chmodSync(control, 0o755);
  chmodSync(folder, 0o755);
  for (const path of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    lutimesSync(join(folder, path), epoch, epoch);
  const file = join(into, `tradepost_${version}_amd64.deb`);
  execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--threads-max=1', '--build', folder, file], {
    stdio: 'pipe',
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
  });
  return file;
}

/** The version of the repository. */
export const versionOfPackage = () => manifestOf(root).version;

/** `SOURCE_DATE_EPOCH`, else the time of the last commit. */
export function epochOfSource(): number {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given) return Number(given);
  return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }));
}

function setMode(path: string, mode: number | undefined) {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  chmodSync(path, mode ?? (stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644));
}

const sizeOf = (folder: string, files: string[]) =>
  files.reduce((sum, path) => sum + Math.ceil(lstatSync(join(folder, path)).size / 1024), 0);

const controlOf = (version: string, kilobytes: number) => `Package: tradepost
Version: ${version}
Architecture: amd64
Maintainer: The owners of Tradepost
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 6), passwd, util-linux
Section: net
Priority: optional
Description: Secure data exchange between companies
 The server of Tradepost with its own Node and PostgreSQL, and the command
 line. Data stays in /var/lib/tradepost.
`;
