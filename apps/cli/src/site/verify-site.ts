import { randomBytes } from 'node:crypto';
import type { SiteManifest } from '@tradepost/contracts/encryption/site-manifest';
import { inParallel } from '../in-parallel';
import { answerOf } from './answer';
import { differences } from './differences';

const concurrency = 8;
/** Content encodings; each must give the same bytes. */
const encodings = ['identity', 'gzip', 'br', 'gzip, deflate, br, zstd'];
const pagePath = '/index.html';
/** Addresses that users open: typed, from mails, and by reload. */
const pageAddresses = [
  '/',
  '/auth/login',
  '/dashboard',
  '/profile',
  `/transfers/${randomBytes(4).toString('hex')}?id=1`,
];
const missingAddress = `/assets/${randomBytes(8).toString('hex')}.js`;

/** An address where the server differs from the release. */
export interface Finding {
  path: string;
  problem: string;
}

export interface Comparison {
  /** Answers that were compared. */
  answers: number;
  findings: Finding[];
}

type Files = SiteManifest['files'];
type ListedFile = Files[number];

/**
 * Fetches everything that a server serves for the web app, in every encoding, and compares it with the release.
 * @param manifestFile of the manifest itself, which the manifest cannot list
 */
export async function verifySite(
  origin: string,
  { headers, files }: SiteManifest,
  manifestFile: ListedFile,
  signal: AbortSignal,
): Promise<Comparison> {
  const result: Comparison = { answers: 0, findings: [] };
  const report = (path: string, problems: string[]) => {
    for (const problem of problems)
      if (!result.findings.some((known) => known.path === path && known.problem === problem))
        result.findings.push({ path, problem });
  };
  const compare = async (path: string, file: ListedFile) => {
    for (const encoding of encodings) {
      result.answers += 1;
      try {
        report(path, differences(await answerOf(origin + path, encoding, file.size, signal), file, headers));
      } catch (error) {
        signal.throwIfAborted();
        report(path, [`cannot be read (${(error as Error).message})`]);
      }
    }
  };
  const page = files.find(({ path }) => path === pagePath);
  if (!page) report(pagePath, ['is not in the manifest']);
  const listed = [...files, manifestFile].map((file) => ({ path: file.path, file }));
  const pages = page ? pageAddresses.map((path) => ({ path, file: page })) : [];
  await inParallel([...listed, ...pages], concurrency, ({ path, file }) => compare(path, file));
  const { status } = await answerOf(origin + missingAddress, 'identity', 0, signal);
  if (status !== 404) report(missingAddress, [`answers ${status} for a script that does not exist in the release`]);
  return result;
}
