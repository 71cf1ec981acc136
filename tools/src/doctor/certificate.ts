import { existsSync, readFileSync, statSync } from 'node:fs';
import { connect, rootCertificates, type TLSSocket } from 'node:tls';
import { day, second } from '@tradepost/service-kit/runtime/durations';
import { filesOf } from '../acme/automatic-certificate';
import { fail, ok, warn, type Finding } from './finding';

const what = 'Certificate';
const answerWithinMs = 3 * second;
/** A renewal that should have happened: certificates of Let's Encrypt are renewed 30 days before their end. */
const soonDays = 14;

/** Whether browsers trust what answers at `ORIGIN`, and for how long. @param ca the authorities that browsers trust */
export async function certificate(origin: string, ca: readonly string[] = rootCertificates): Promise<Finding> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  try {
    const until = await endOf({ host, port: Number(port) || 443, servername: host, ca: [...ca] });
    const days = Math.floor((until - Date.now()) / day);
    const found = `trusted by browsers, for ${days} more days`;
    return days < soonDays ? warn(what, found, 'renew it, and see why that did not happen') : ok(what, found);
  } catch (error) {
    return fail(
      what,
      `${origin}: ${(error as Error).message}`,
      'use one of an authority that browsers trust, and see that it answers at ORIGIN',
    );
  }
}

/** Why the authority of `ACME_DIRECTORY` gave no certificate at the last try, if it did not. */
export function automaticCertificate(dataDir: string): Finding[] {
  const { failure } = filesOf(dataDir);
  if (!existsSync(failure)) return [];
  return [
    warn(
      'Renewal',
      `no certificate since ${statSync(failure).mtime.toISOString()}: ${readFileSync(failure, 'utf8')}`,
      'see that ORIGIN leads to this machine and that its port 80 can be reached from outside; the server tries again by itself',
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
