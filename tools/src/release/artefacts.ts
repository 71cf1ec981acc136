import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { siteManifestName } from '@tradepost/contracts/encryption/site-manifest';
import { checksumsName, checksumsOf } from '@tradepost/proofs/release';
import { layOut } from '../debian/contents';
import { epochOfSource, makePackage } from '../debian/package';
import { writeChart } from '../deploy/chart/chart';
import { packCommandLine } from '../deploy/command-line';
import { fetchNode, shippedNode } from '../supply-chain/node-programs';
import { softwareBill } from '../supply-chain/sbom';
import { root } from '../topology/paths';
import { notesOf } from './changelog.policy';

/** What an operator needs to run containers: compose, manifests, and the documents. */
const ofDeployment = ['docker-compose.yml', 'deploy', 'k8s', 'docs', 'CHANGELOG.md', 'README.md', 'LICENSE'];

/** Each writes files of a release into a folder. The same commit gives the same files. */
const artefacts = {
  notes: (folder: string, version: string) =>
    writeFileSync(join(folder, `RELEASE-NOTES-${version}.md`), `${notesOf(changelog(), version)}\n`),
  bill: async (folder: string, version: string) =>
    writeFileSync(join(folder, `tradepost-${version}.cdx.json`), undated(await softwareBill())),
  site: (folder: string) => copyFileSync(join(root, 'apps/web/dist', siteManifestName), join(folder, siteManifestName)),
  deployment: (folder: string, version: string) => {
    const name = `tradepost-deployment-${version}`;
    const tar = git('archive', '--format=tar', `--prefix=${name}/`, 'HEAD', ...ofDeployment);
    writeFileSync(join(folder, `${name}.tar.gz`), compressed(tar));
  },
  chart: (folder: string, version: string) =>
    inTemporary(async (work) => {
      writeChart(join(work, 'tradepost'));
      const sameEverywhere = [
        '--sort=name',
        `--mtime=@${epochOfSource()}`,
        '--owner=0',
        '--group=0',
        '--numeric-owner',
      ];
      const tar = execFileSync('tar', [...sameEverywhere, '--mode=u=rwX,go=rX', '--create', 'tradepost'], {
        cwd: work,
        maxBuffer,
      });
      writeFileSync(join(folder, `tradepost-chart-${version}.tgz`), compressed(tar));
    }),
  commandLine: (folder: string) =>
    inTemporary(async (work) => {
      for (const file of Object.values(await packCommandLine(work))) copyFileSync(file, join(folder, basename(file)));
    }),
  debian: (folder: string, version: string) =>
    inTemporary(async (work) => {
      await layOut(work, fetchNode(shippedNode));
      makePackage(work, folder, { version, epoch: epochOfSource() });
    }),
};
export type Artefact = keyof typeof artefacts;

/** Writes a release into an empty folder, and the list of its files with their hashes. @param only a quick test wants fewer */
export async function writeRelease(
  folder: string,
  version: string,
  only = Object.keys(artefacts) as Artefact[],
): Promise<string> {
  for (const name of only) await artefacts[name](folder, version);
  const list = checksumsOf(hashesIn(folder));
  writeFileSync(join(folder, checksumsName), list);
  return list;
}

/** SHA-256 of the files in a folder, by name. */
export const hashesIn = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );

const maxBuffer = 256 * 1024 * 1024;
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, maxBuffer });
const compressed = (tar: Buffer) => execFileSync('gzip', ['-9', '--no-name'], { input: tar, maxBuffer });
const changelog = () => readFileSync(join(root, 'CHANGELOG.md'), 'utf8');

/** Without what differs each time that npm writes it. */
function undated(bill: string): string {
  const { serialNumber: _, ...content } = JSON.parse(bill) as {
    serialNumber?: string;
    metadata: { timestamp?: string };
  };
  content.metadata.timestamp = new Date(epochOfSource() * 1000).toISOString();
  return `${JSON.stringify(content, null, 2)}\n`;
}

async function inTemporary(work: (folder: string) => Promise<unknown>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-release-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
