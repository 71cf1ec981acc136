import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkPackage } from '../../debian/check';
import { layOut } from '../../debian/contents';
import { epochOfSource, makePackage, versionOfPackage } from '../../debian/package';
import { fetchNode, shippedNode } from '../../supply-chain/node-programs';
import { root } from '../../topology/paths';

const usage = 'npm run deb -- [folder] [--check [--debian <folder with a bare Debian 12>]]';

/** Builds the Debian package. With `--check` it also installs, uses, upgrades and removes it in a Debian chroot. */
async function deb() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean' }, debian: { type: 'string' } },
  });
  if (positionals.length > 1 || (values.debian && !values.check)) throw new Error(usage);
  const into = resolve(positionals[0] ?? join(root, 'release/deb'));
  const work = mkdtempSync(join(tmpdir(), 'tradepost-deb-'));
  try {
    mkdirSync(into, { recursive: true });
    const contents = join(work, 'contents');
    await layOut(contents, fetchNode(shippedNode));
    const [version, epoch] = [versionOfPackage(), epochOfSource()];
    const file = makePackage(contents, into, { version, epoch });
    const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
    console.log(`${hash}  ${file} (${(statSync(file).size / 1024 ** 2).toFixed(1)} MB)`);
    if (!values.check) return;
    const next = makePackage(contents, work, { version: `${version}+next`, epoch, compression: ['-Zzstd', '-z1'] });
    await checkPackage({ file, next, work, ...(values.debian && { debian: resolve(values.debian) }) });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

deb().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
