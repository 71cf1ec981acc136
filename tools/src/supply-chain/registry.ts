import { execFile } from 'node:child_process';
import { root } from '../topology/paths';
import { npmCommand } from './npm';
import type { Advisory, Dependency, Release } from './time-frames.policy';

interface ViewedRelease {
  version: string;
  deprecated?: string;
  /** Of all releases, by version. */
  time: Record<string, string>;
}

/** As far as we read npm's audit report, version 2. */
interface AuditReport {
  vulnerabilities: Record<string, { via: (string | AuditedAdvisory)[]; nodes: string[] }>;
}

interface AuditedAdvisory {
  name: string;
  url: string;
  title: string;
  severity: Advisory['severity'];
  range: string;
}

interface AuditFailure {
  message: string;
  statusCode?: number;
}

/** An advisory, and where the lock file has a package that it affects. */
export interface Affected {
  name: string;
  paths: string[];
  advisory: Advisory;
}

/** npm's JSON, also when npm ends with an error; its settings name the registry and hold its token. */
function npmJson<T>(...npmArgs: string[]): Promise<T> {
  const { command, args } = npmCommand(...npmArgs, '--json');
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout) as T);
      } catch {
        reject(new Error(stderr.trim() || error?.message || `npm ${npmArgs.join(' ')} answered nothing`));
      }
    });
  });
}

/** The releases from `version` on, so that a long history costs nothing. */
export async function releasesFrom({ name, version }: Dependency): Promise<Release[]> {
  const answer = await npmJson<ViewedRelease | ViewedRelease[] | { error: { code: string; summary: string } }>(
    'view',
    `${name}@>=${version}`,
    'version',
    'deprecated',
    'time',
  );
  if ('error' in answer) {
    if (answer.error.code === 'E404') return [];
    throw new Error(`${name}: ${answer.error.summary}`);
  }
  return [answer].flat().map(({ version: released, deprecated, time }) => ({
    version: released,
    deprecated,
    published: new Date(time[released] ?? 0),
  }));
}

/** What a registry answers that has no list of advisories; anything else is a failure. */
const withoutAdvisories = [404, 405, 501];

/** The advisories about the locked packages, or why this registry has none. */
export async function advisories(): Promise<{ affected: Affected[] } | { unavailable: string }> {
  const answer = await npmJson<AuditReport | AuditFailure>('audit', '--package-lock-only');
  if ('vulnerabilities' in answer) return { affected: Object.values(answer.vulnerabilities).flatMap(affectedIn) };
  if (withoutAdvisories.includes(answer.statusCode ?? 0)) return { unavailable: answer.message };
  throw new Error(answer.message);
}

/** A text in `via` is a package that brings the affected one: it has an entry of its own. */
const affectedIn = ({ via, nodes }: AuditReport['vulnerabilities'][string]): Affected[] =>
  via
    .filter((one) => typeof one !== 'string')
    .map(({ name, url, title, severity, range }) => ({
      name,
      paths: nodes,
      advisory: { id: url.slice(url.lastIndexOf('/') + 1), title, severity, range },
    }));
