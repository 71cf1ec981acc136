import { ClamAv } from './clamav';
import { NoScanner, type Scanner } from './scanner';

/** What `openScanner` takes. */
export const scannerUrl = /^(tcp:\/\/[^/@\s]+:\d{1,5}|unix:\/\/\/\S+)$/;

/**
 * The scanner a URL names; without one, nothing is scanned.
 * @param url `tcp://host:3310` or `unix:///run/clamav/clamd.ctl`, of ClamAV's daemon
 */
export function openScanner(url: string | undefined): Scanner {
  if (!url) return new NoScanner();
  const { protocol, hostname, port, pathname } = new URL(url);
  return new ClamAv(
    protocol === 'unix:'
      ? { path: decodeURIComponent(pathname) }
      : { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) },
  );
}
