import { Semaphore } from '@tradepost/service-kit/runtime/semaphore';
import { directDependencies, lockedPackages } from './lockfile';
import { type Affected, advisories, releasesFrom } from './registry';
import { advisoryBreach, type Breach, updateBreach } from './time-frames.policy';

/** Each question to the registry is an npm of its own. */
const maxConcurrency = 4;

interface Breaches {
  breaches: Breach[];
  /** What was examined, or why nothing was. */
  examined: string;
}

const isBreach = (one: Breach | undefined): one is Breach => one !== undefined;

/** Asks about all of them at once, as far as the machine allows. */
function askAll<T, U>(items: T[], ask: (item: T) => Promise<U>): Promise<U[]> {
  const slots = new Semaphore(maxConcurrency);
  return Promise.all(items.map((item) => slots.run(() => ask(item))));
}

/** The direct runtime dependencies that are behind, deprecated or withdrawn. */
export async function updateBreaches(now: Date): Promise<Breaches> {
  const dependencies = directDependencies();
  const breaches = await askAll(dependencies, async (one) => updateBreach(one, await releasesFrom(one), now));
  return {
    breaches: breaches.filter(isBreach),
    examined: `Examined the releases of ${dependencies.length} direct dependencies`,
  };
}

/** The vulnerabilities that the registry knows in what the product runs, beyond their time frames. */
export async function advisoryBreaches(now: Date): Promise<Breaches> {
  const answer = await advisories();
  if ('unavailable' in answer)
    return {
      breaches: [],
      examined: `Vulnerabilities not examined: the registry has no advisories (${answer.unavailable})`,
    };
  const affected = answer.affected.flatMap(installedOf);
  const breaches = await askAll(affected, async ({ installed, advisory }) =>
    advisoryBreach(installed, advisory, await releasesFrom(installed), now),
  );
  return {
    breaches: breaches.filter(isBreach),
    examined: `Examined the advisories about all packages, ${affected.length} concern the product`,
  };
}

/** Each production package that the advisory affects, as it is locked. */
const installedOf = ({ name, paths, advisory }: Affected) =>
  lockedPackages()
    .filter((one) => one.isProduction && one.name === name && paths.includes(one.path))
    .map((installed) => ({ installed, advisory }));
