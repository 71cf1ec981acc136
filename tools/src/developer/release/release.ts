import { createPrivateKey } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { siteManifestName, signatureSuffix } from '@tradepost/contracts/encryption/site-manifest';
import { checksumsIn, checksumsName, signRelease } from '@tradepost/proofs/release';
import { hashesIn, writeRelease } from '../../release/artefacts';
import { withRelease } from '../../release/changelog.policy';
import { refuseDirtyTree, refuseReleased, releasedVersions, tagOf, versionToRelease } from '../../release/refusals';
import { setVersion } from '../../release/versions';
import { root } from '../../topology/paths';

const usage = `npm run release -- prepare <version>
npm run release -- build <new folder>
npm run release -- sign <that folder> <private key PEM>`;

/** Sets the version and cuts the changelog; the changes are to be committed and tagged. */
function prepare(version: string) {
  refuseDirtyTree(root);
  refuseReleased(root, version);
  const file = join(root, 'CHANGELOG.md');
  const today = new Date().toISOString().slice(0, 10);
  const changelog = withRelease(readFileSync(file, 'utf8'), version, today);
  setVersion(root, version, { isFirst: releasedVersions(root).length === 0 });
  writeFileSync(file, changelog);
  console.log(`Set version ${version}. Review the changes and run the tests, then commit and tag:
  git commit --all --message "Release ${version}" && git tag --sign --message "Tradepost ${version}" ${tagOf(version)}`);
}

async function build(given: string) {
  const folder = resolve(given);
  const version = versionToRelease(root);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  mkdirSync(folder, { recursive: true });
  console.log(await writeRelease(folder, version));
}

function sign(given: string, keyFile: string) {
  const folder = resolve(given);
  const list = readFileSync(join(folder, checksumsName));
  const found = hashesIn(folder);
  const changed = [...checksumsIn(list.toString('utf8'))].filter(([name, sha256]) => found.get(name) !== sha256);
  if (changed.length > 0) throw new Error(`Not as ${checksumsName} says: ${changed.map(([name]) => name).join(', ')}`);
  const key = createPrivateKey(readFileSync(keyFile));
  for (const name of [checksumsName, siteManifestName])
    writeFileSync(join(folder, name + signatureSuffix), `${signRelease(readFileSync(join(folder, name)), key)}\n`);
  console.log(`Signed ${checksumsName} and ${siteManifestName} in ${folder}`);
}

async function release() {
  const [command, first, second, ...others] = process.argv.slice(2);
  if (others.length > 0) throw new Error(usage);
  if (command === 'prepare' && first && !second) return prepare(first);
  if (command === 'build' && first && !second) return build(first);
  if (command === 'sign' && first && second) return sign(first, second);
  throw new Error(usage);
}

release().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
