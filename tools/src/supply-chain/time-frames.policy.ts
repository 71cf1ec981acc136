import { gt, major, prerelease, satisfies } from 'semver';
import { day } from '@tradepost/service-kit/runtime/durations';

/** Days after which a newer release of the same major version must be in use; docs/security.md states them. */
export const updateDays = 90;

/** Days from the release that fixes a vulnerability until it must be in use, by npm's severities; docs/security.md states them. */
export const remediationDays = { critical: 2, high: 7, moderate: 30, low: 90, info: 90 };

export interface Dependency {
  name: string;
  version: string;
}

export interface Release {
  version: string;
  published: Date;
  /** The notice of a deprecated release. */
  deprecated?: string;
}

export interface Advisory {
  /** Of the GitHub Advisory Database, `GHSA-…`. */
  id: string;
  severity: keyof typeof remediationDays;
  title: string;
  /** The affected versions, e.g. `<7.5.2`. */
  range: string;
}

export interface Exception {
  /** Name of a package, or id of an advisory. */
  subject: string;
  /** The first day on which it no longer counts, e.g. `2027-01-31`. */
  until: string;
  reason: string;
}

/** What breaches a time frame; `subject` is what an exception names. */
export interface Breach {
  subject: string;
  problem: string;
}

const ageInDays = (published: Date, now: Date) => Math.floor((now.getTime() - published.getTime()) / day);

const firstOf = (releases: Release[]) =>
  releases.reduce<Release | undefined>(
    (first, one) => (first && first.published <= one.published ? first : one),
    undefined,
  );

/** The frame begins with the first newer release: an update every 90 days is always within it. */
export function updateBreach({ name, version }: Dependency, releases: Release[], now: Date): Breach | undefined {
  const breach = (problem: string) => ({ subject: name, problem: `${name} ${version} ${problem}` });
  const installed = releases.find((one) => one.version === version);
  if (!installed) return breach('is no longer in the registry');
  if (installed.deprecated) return breach(`is deprecated: ${installed.deprecated}`);
  const first = firstOf(
    releases.filter(
      (one) =>
        gt(one.version, version) &&
        major(one.version) === major(version) &&
        !one.deprecated &&
        (!prerelease(one.version) || prerelease(version)),
    ),
  );
  if (!first || ageInDays(first.published, now) < updateDays) return undefined;
  return breach(`is behind ${first.version}, which came out ${ageInDays(first.published, now)} days ago`);
}

/** Without a release that fixes it, a vulnerability is a breach at once: someone must decide what to do. */
export function advisoryBreach(
  { name, version }: Dependency,
  { id, severity, title, range }: Advisory,
  releases: Release[],
  now: Date,
): Breach | undefined {
  const breach = (problem: string) => ({
    subject: id,
    problem: `${name} ${version}: ${id} (${severity}), ${title}; ${problem}`,
  });
  const fix = firstOf(
    releases.filter((one) => gt(one.version, version) && !satisfies(one.version, range) && !prerelease(one.version)),
  );
  if (!fix) return breach('no release fixes it');
  if (ageInDays(fix.published, now) < remediationDays[severity]) return undefined;
  return breach(`fixed in ${fix.version}, which came out ${ageInDays(fix.published, now)} days ago`);
}

/** Exceptions end on their day. One that nothing needs is a breach too, so that the list states what is. */
export function withoutExcepted(breaches: Breach[], exceptions: Exception[], now: Date): Breach[] {
  const valid = new Set(exceptions.filter(({ until }) => now < new Date(until)).map(({ subject }) => subject));
  const found = new Set(breaches.map(({ subject }) => subject));
  const unused = exceptions
    .filter(({ subject }) => !found.has(subject))
    .map(({ subject }) => ({ subject, problem: `${subject} needs no exception any more` }));
  return [...breaches.filter(({ subject }) => !valid.has(subject)), ...unused];
}
