import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hour, minute } from '@tradepost/service-kit/runtime/durations';
import { writeDurably } from '../topology/write-durably';
import { Authority } from './authority';
import { serveChallenges, type Challenges } from './challenges';
import { signingRequest } from './signing-request';

interface Options {
  /** As `serveSettings` checked them. */
  settings: Record<string, string>;
  dataDir: string;
  signal: AbortSignal;
  log: (line: string) => void;
}

const lookEveryMs = hour;
const firstRetryMs = minute;
/** Certificate authorities limit failed requests per hour and per week. */
const lastRetryMs = 12 * hour;

/** In the data directory: the key of the account, the certificate with its chain and its key in one file, and why the last try failed. */
export const filesOf = (dataDir: string) => {
  const folder = join(dataDir, 'certificate');
  return {
    folder,
    account: join(folder, 'account.pem'),
    certificate: join(folder, 'certificate.pem'),
    failure: join(folder, 'failure.txt'),
  };
};

/**
 * Gets and renews a certificate for the domain of `ORIGIN` by ACME (RFC 8555). Resolves once there is a certificate.
 * A failed request is logged and retried with increasing delays; the current certificate stays in use.
 * @returns the settings with which the gateway serves it
 */
export async function startAutomaticCertificate(options: Options): Promise<Record<string, string>> {
  const { settings, dataDir, signal, log } = options;
  const { folder, certificate } = filesOf(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const challenges = await serveChallenges(settings.HOST!, Number(settings.ACME_HTTP_PORT), settings.ORIGIN!);
  return new Promise((resolve, reject) => {
    const keepUp = async () => {
      const serveIt = () => {
        if (isUsable(certificate, domainOf(settings)))
          resolve({ ...settings, TLS_CERTIFICATE_PATH: certificate, TLS_KEY_PATH: certificate });
      };
      for (let failures = 0; ;) {
        serveIt();
        failures = (await renewIfDue(options, challenges)) ? 0 : failures + 1;
        serveIt();
        const wait = failures === 0 ? lookEveryMs : Math.min(firstRetryMs * 2 ** (failures - 1), lastRetryMs);
        if (failures > 0) log(`Next attempt in ${wait / minute} min`);
        await delay(wait, undefined, { signal });
      }
    };
    keepUp()
      .catch(reject)
      .finally(() => challenges.stop());
  });
}

/** @returns false when the authority gave none */
async function renewIfDue({ settings, dataDir, signal, log }: Options, challenges: Challenges): Promise<boolean> {
  const { account, certificate, failure } = filesOf(dataDir);
  const domain = domainOf(settings);
  if (!isDue(certificate, domain)) return true;
  try {
    if (!existsSync(account)) writeDurably(account, newKey());
    const accountKey = createPrivateKey(readFileSync(account));
    const authority = await Authority.open(settings.ACME_DIRECTORY!, settings.ACME_EMAIL!, accountKey, signal);
    const key = newKey();
    const chain = await authority.order(domain, signingRequest(domain, createPrivateKey(key)), challenges.answer);
    if (!new X509Certificate(chain).checkPrivateKey(createPrivateKey(key)))
      throw new Error('The authority returned a certificate for a different key');
    writeDurably(certificate, `${chain.trim()}\n${key}`);
    rmSync(failure, { force: true });
    log(`The certificate of ${domain} is valid until ${new X509Certificate(chain).validTo}`);
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    const { message, cause } = error as Error;
    const reason = `${message}${cause instanceof Error ? `: ${cause.message}` : ''}`;
    log(`Could not get a certificate for ${domain}: ${reason}`);
    writeDurably(failure, reason);
    return false;
  } finally {
    challenges.forget();
  }
}

const domainOf = ({ ORIGIN }: Record<string, string>) => new URL(ORIGIN!).hostname;

function isUsable(file: string, domain: string): boolean {
  if (!existsSync(file)) return false;
  const present = new X509Certificate(readFileSync(file));
  return present.checkHost(domain) !== undefined && Date.parse(present.validTo) > Date.now();
}

/** In the last third of its time. */
function isDue(file: string, domain: string): boolean {
  if (!isUsable(file, domain)) return true;
  const { validFrom, validTo } = new X509Certificate(readFileSync(file));
  return Date.now() > Date.parse(validTo) - (Date.parse(validTo) - Date.parse(validFrom)) / 3;
}

const newKey = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;
