import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { execFileSync } from 'node:child_process';
import { root } from '../topology/paths';
import { lockedPackages } from './lockfile';
import { npmCommand } from './npm';

interface Bill {
  metadata: { component: { 'bom-ref': string; name: string; type: string } };
  components: { 'bom-ref': string; purl: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * The production dependencies of the lock file as CycloneDX 1.5 JSON, from npm itself.
 * @throws when npm fails, or the result does not keep to the CycloneDX schema
 */
export async function softwareBill(): Promise<string> {
  const { command, args } = npmCommand('sbom', '--sbom-format=cyclonedx', '--package-lock-only');
  const all = JSON.parse(
    execFileSync(command, args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as Bill;
  const text = `${JSON.stringify(withoutTools(all), null, 2)}\n`;
  const problems = await new Validation.JsonStrictValidator(Spec.Version.v1dot5).validate(text);
  if (problems) throw new Error(`The bill breaks the CycloneDX schema: ${JSON.stringify(problems)}`);
  return text;
}

/** Of this repository: its libraries and services, and the command line. */
const isOwn = (ref: string) => /^(@tradepost\/|tradepost@)/.test(ref);

/** npm's own --omit=dev also leaves out what tools and product share. */
function withoutTools({ metadata, components, dependencies, ...rest }: Bill): Bill {
  const production = new Set(
    lockedPackages()
      .filter(({ isProduction }) => isProduction)
      .map(({ name, version }) => `${name}@${version}`),
  );
  const stored = components.filter((one) => production.has(one['bom-ref']) || isOwn(one['bom-ref']));
  const refs = new Set([metadata.component['bom-ref'], ...stored.map((one) => one['bom-ref'])]);
  return {
    ...rest,
    // npm names the root after its directory, and calls every package a library
    metadata: { ...metadata, component: { ...metadata.component, name: 'tradepost', type: 'application' } },
    components: stored,
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  };
}
