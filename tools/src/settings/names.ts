import leven from 'leven';
import { everySetting, fixedInContainers, isOfTelemetry, isSecret, ofCompose } from './table';

/** Maximum edit distance for a suggestion. */
const near = 3;
const nearInEnvironment = 2;
const shortest = 10;

/** The closest known name; undefined if none is close. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const [best] = known.map((one) => ({ one, edits: leven(name, one) })).sort((a, b) => a.edits - b.edits);
  return best && best.edits <= Math.min(near, name.length / 3) ? best.one : undefined;
}

export const unknownSetting = (name: string, known: readonly string[] = everySetting) => {
  const meant = nearest(name, known);
  return `${name} is not a setting${meant ? `; did you mean ${meant}?` : ''}`;
};

/** Variables that the image, the container engine and Kubernetes set. */
const ofContainers =
  /^(PATH|HOME|HOSTNAME|PWD|TERM|TZ|LANG|LC_\w+|NODE_\w+|SSL_CERT_\w+|KUBERNETES_\w+|COMPOSE_\w+|DOCKER_\w+|BUILDKIT_\w+|(https?|no|all|ftp)_proxy)$/i;

/**
 * Errors in the names of the settings that compose (`.env`) or Kubernetes (the ConfigMap `settings`) passes to every container.
 * @param env of a container that is given all of them, and by `X_FILE` its own secrets
 */
export function faultsInContainer(env: NodeJS.ProcessEnv): string[] {
  const known = [...everySetting.filter((name) => !isFixed(name) && !isSecret(name)), ...ofCompose];
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || isOfTelemetry(name) || ofContainers.test(name) || isOwnSecret(name)) return [];
    if (isSecret(name) && everySetting.includes(name))
      return [`${name} is a secret: write it to its files in deploy/secrets, which only its apps read`];
    if (isFixed(name)) return [`${name} is fixed in containers and has no effect here`];
    return [unknownSetting(name, known)];
  });
}

const isFixed = (name: string) => (fixedInContainers as readonly string[]).includes(name);
const isOwnSecret = (name: string) =>
  name.endsWith('_FILE') &&
  isSecret(name.slice(0, -'_FILE'.length)) &&
  everySetting.includes(name.slice(0, -'_FILE'.length));

/** Environment variables that look like misspelt settings. Ignores short names, which resemble too many others. */
export const misspeltInEnvironment = (env: NodeJS.ProcessEnv): string[] =>
  Object.keys(env).flatMap((name) => {
    const plain = name.replace(/_FILE$/, '');
    if (plain.length < shortest || everySetting.includes(plain)) return [];
    const meant = nearest(plain, everySetting);
    return meant && leven(plain, meant) <= nearInEnvironment ? [unknownSetting(plain)] : [];
  });
