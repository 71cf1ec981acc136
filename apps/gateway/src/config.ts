import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { brandingSettings } from '@tradepost/service-kit/branding/settings';
import { defaultFileTypes, type FileTypes } from '@tradepost/reference/file-types';
import { fileTypePattern, maxFileTypes, type UploadLimits } from '@tradepost/contracts/values/upload-sizes';
import { directSettings } from '@tradepost/service-kit/objects/direct/direct-urls';
import { readConfig, statesRule } from '@tradepost/service-kit/runtime/config';
import { fileSizeSettings } from '@tradepost/service-kit/runtime/upload-settings';
import { previousKeys, publicKey } from '@tradepost/service-kit/security/keys';
import { scannerUrl } from '@tradepost/service-kit/security/scanner/open';
import { boolean, number, object, string } from 'yup';

/** The value of ALLOWED_FILE_TYPES that allows every file. */
const anyFile = '*';

const fileTypesIn = (setting: string): FileTypes =>
  setting.trim() === anyFile
    ? null
    : [...new Set(setting.split(',').map((type) => type.trim().replace(/^\./, '').toLowerCase()))];

const areFileTypes = (setting = '') => {
  const types = fileTypesIn(setting);
  return types === null || (types.length <= maxFileTypes && types.every((type) => fileTypePattern.test(type)));
};

/** Services on other machines work while the gateway waits. */
const servicesLanes = 32;

export const settings = object({
  PORT: number().integer().min(0).max(65_535).default(8080),
  HOST: string().default('127.0.0.1'),
  /** Files of the certificate with its chain, and of its key, PEM; absent: HTTP, behind a proxy. */
  TLS_CERTIFICATE_PATH: string(),
  TLS_KEY_PATH: string(),
  /** ES256, SPKI PEM. */
  JWT_PUBLIC_KEY: publicKey().required(),
  JWT_PUBLIC_KEY_PREVIOUS: previousKeys(publicKey()),
  URL_SIGNING_KEY: string().min(32).required(),
  URL_SIGNING_KEY_PREVIOUS: previousKeys(string().min(32)),
  /** Directory of the built web app; absent if a web server serves it. */
  WEB_ROOT: string(),
  ...directSettings,
  /** Directory with the operator's `terms.md`, `privacy.md`, `help.md` and `status.md`; each may be absent. */
  PAGES_ROOT: string().test(
    statesRule,
    'PAGES_ROOT is not a folder',
    (path) => path === undefined || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
  ),
  /** Other origins with pages that can call the API, separated by commas. The web app's own origin is always allowed. */
  ALLOWED_ORIGINS: string(),
  /** Whether `/docs` and `/docs-json` answer. */
  API_DOCS: boolean().default(() => process.env.NODE_ENV !== 'production'),
  /** Addresses of proxies that may set `X-Forwarded-For`, separated by commas. */
  TRUST_PROXY: string(),
  /** How long the headers of a call may take. */
  HEADERS_SECONDS: number().positive().default(10),
  /** How long a body may come with less than 1 KB a second. */
  BODY_SECONDS: number().positive().default(30),
  /** How many calls of one company work at once; several companies share a fourth of them, and other calls wait. */
  CALL_SLOTS: number()
    .integer()
    .min(1)
    .default(() => (process.env.NATS_URL ? servicesLanes : 4 * availableParallelism())),
  /** Address of ClamAV's daemon, `tcp://host:3310` or `unix:///run/clamav/clamd.ctl`. Absent: nothing is scanned. */
  SCANNER_URL: string().matches(scannerUrl),
  ...fileSizeSettings,
  /** Extensions of the files that folders accept, separated by commas; `*`: any file. */
  ALLOWED_FILE_TYPES: string()
    .test(
      statesRule,
      `ALLOWED_FILE_TYPES must be at most ${maxFileTypes} extensions separated by commas, such as pdf,csv,parquet, or ${anyFile} for any file`,
      areFileTypes,
    )
    .default(defaultFileTypes.join(',')),
  ...brandingSettings,
});

export type GatewayConfig = ReturnType<typeof read>;
const read = () => readConfig(settings);

export const uploadLimitsOf = ({
  MAX_FILE_BYTES,
  ALLOWED_FILE_TYPES,
}: Pick<GatewayConfig, 'MAX_FILE_BYTES' | 'ALLOWED_FILE_TYPES'>): UploadLimits => ({
  maxFileBytes: MAX_FILE_BYTES,
  fileTypes: fileTypesIn(ALLOWED_FILE_TYPES),
});

export const CONFIG = Symbol('gateway config');
export const configProvider = { provide: CONFIG, useFactory: read };
