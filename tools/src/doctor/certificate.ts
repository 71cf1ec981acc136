import { existsSync, readFileSync, statSync } from 'node:fs';
import { connect, rootCertificates, type TLSSocket } from 'node:tls';
import { day, second } from '@tradepost/service-kit/runtime/durations';
import { filesOf } from '../acme/automatic-certificate';
import { fail, ok, warn, type Finding } from './finding';

const what = 'Certificate';
const answerWithinMs = 3 * second;
/** Let's Encrypt certificates are renewed 30 days before they expire; below this, renewal has failed. */
const soonDays = 14;

/** Checks that browsers trust the certificate at `ORIGIN`, and for how long. @param ca trusted root certificates */
export async function certificate(origin: string, ca: readonly string[] = rootCertificates): Promise<Finding> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  try {
    const until = await endOf({ host, port: Number(port) || 443, servername: host, ca: [...ca] });
    const days = Math.floor((until - Date.now()) / day);
    const found = `trusted by browsers, for ${days} more days`;
    return days < soonDays ? warn(what, found, 'renew it, and find out why automatic renewal failed') : ok(what, found);
  } catch (error) {
    return fail(
      what,
      `${origin}: ${(error as Error).message}`,
      'use a certificate that browsers trust, and check that ORIGIN leads to this server',
    );
  }
}

/** Reports why the last request to `ACME_DIRECTORY` failed, if it failed. */
export function automaticCertificate(dataDir: string): Finding[] {
  const { failure } = filesOf(dataDir);
  if (!existsSync(failure)) return [];
  return [
    warn(
      'Renewal',
      `could not get a certificate since ${statSync(failure).mtime.toISOString()}: ${readFileSync(failure, 'utf8')}`,
      'check that ORIGIN leads to this machine and that port 80 is reachable from outside; the server retries automatically',
    ),
  ];
}

function endOf(at: { host: string; port: number; servername: string; ca: string[] }): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect({ ...at, timeout: answerWithinMs }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.once('timeout', () => socket.destroy(new Error(`no answer in ${answerWithinMs / second} s`)));
    socket.once('error', reject);
  });
}
