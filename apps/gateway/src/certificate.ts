import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:https';
import type { SecureContextOptions } from 'node:tls';
import { log } from '@tradepost/service-kit/observability/logging';
import { second } from '@tradepost/service-kit/runtime/durations';
import type { GatewayConfig } from './config';

type Paths = Partial<Pick<GatewayConfig, 'TLS_CERTIFICATE_PATH' | 'TLS_KEY_PATH'>>;

interface Certificate extends SecureContextOptions {
  cert: string;
  key: string;
}

/** TLS 1.3, and TLS 1.2 with forward secrecy and authenticated encryption alone; `deploy/nginx.conf` has the same. */
const allowed = {
  minVersion: 'TLSv1.2',
  honorCipherOrder: true,
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
} satisfies SecureContextOptions;

const lookEveryMs = 30 * second;

/**
 * The TLS options: the certificate with its chain, and its key, from the files in the settings; null if no files are
 * set.
 * @throws Error of one line when a file is missing, they do not belong together, or the certificate has expired
 */
export function readCertificate({ TLS_CERTIFICATE_PATH, TLS_KEY_PATH }: Paths): Certificate | null {
  if (!TLS_CERTIFICATE_PATH && !TLS_KEY_PATH) return null;
  if (!TLS_CERTIFICATE_PATH || !TLS_KEY_PATH)
    throw new Error('Settings: TLS_CERTIFICATE_PATH and TLS_KEY_PATH belong together. See docs/configuration.md.');
  const cert = readFileSync(TLS_CERTIFICATE_PATH, 'utf8');
  const key = readFileSync(TLS_KEY_PATH, 'utf8');
  const first = new X509Certificate(cert);
  if (!first.checkPrivateKey(createPrivateKey(key)))
    throw new Error(`${TLS_KEY_PATH} is not the key of the certificate in ${TLS_CERTIFICATE_PATH}`);
  if (Date.parse(first.validTo) < Date.now())
    throw new Error(`The certificate in ${TLS_CERTIFICATE_PATH} expired on ${first.validTo}`);
  return { ...allowed, cert, key };
}

/** Serves new calls with a renewed certificate. One that cannot be used is logged, and the present one stays. */
export function followCertificate(server: Server, paths: Paths): void {
  const files = [paths.TLS_CERTIFICATE_PATH, paths.TLS_KEY_PATH].filter((path) => path !== undefined);
  const reload = () => {
    try {
      const renewed = readCertificate(paths);
      if (!renewed) return;
      server.setSecureContext(renewed);
      log.info({ until: new X509Certificate(renewed.cert).validTo }, 'the certificate was renewed');
    } catch (error) {
      log.error({ err: error }, 'the certificate could not be renewed');
    }
  };
  // the files may be links that a renewal replaces, which no watcher of a file would see
  for (const file of files) watchFile(file, { interval: lookEveryMs, persistent: false }, reload);
  process.on('SIGHUP', reload);
  server.once('close', () => {
    for (const file of files) unwatchFile(file, reload);
    process.off('SIGHUP', reload);
  });
}
