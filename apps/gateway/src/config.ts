import { readConfig } from '@tradepost/service-kit/config';
import { previousKeys, publicKey } from '@tradepost/service-kit/keys';
import { scannerUrl } from '@tradepost/service-kit/scanner/open';
import { boolean, number, object, string } from 'yup';

const schema = object({
  PORT: number().integer().min(0).max(65_535).default(8080),
  HOST: string().default('127.0.0.1'),
  /** ES256, SPKI PEM. */
  JWT_PUBLIC_KEY: publicKey().required(),
  JWT_PUBLIC_KEY_PREVIOUS: previousKeys(publicKey()),
  URL_SIGNING_KEY: string().min(32).required(),
  URL_SIGNING_KEY_PREVIOUS: previousKeys(string().min(32)),
  /** The built web app; absent where a web server has it. */
  WEB_ROOT: string(),
  /** Other origins whose pages may call the API, separated by commas; the web app's own needs no leave. */
  ALLOWED_ORIGINS: string(),
  /** Whether `/docs` and `/docs-json` answer. */
  API_DOCS: boolean().default(() => process.env.NODE_ENV !== 'production'),
  /** Addresses of proxies whose `X-Forwarded-For` counts, separated by commas. */
  TRUST_PROXY: string(),
  /** Of ClamAV's daemon, `tcp://host:3310` or `unix:///run/clamav/clamd.ctl`; absent: nothing is scanned. */
  SCANNER_URL: string().matches(scannerUrl),
});

export type GatewayConfig = ReturnType<typeof read>;
const read = () => readConfig(schema);

export const CONFIG = Symbol('gateway config');
export const configProvider = { provide: CONFIG, useFactory: read };
