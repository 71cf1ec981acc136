import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { urlFault } from '@tradepost/contracts/webhooks';
import ipaddr from 'ipaddr.js';
import { second } from '../runtime/durations';

/** The addresses of a host; empty when it has none. */
export type Resolve = (host: string) => Promise<string[]>;
export const RESOLVE = Symbol('resolve');

const dnsMs = 2 * second;
/** The only IPv6 range for the internet (global unicast); `range` does not know all others. */
const global6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
/** A public address that is an internal metadata and DNS server in Azure. */
const insideClouds = new Set(['168.63.129.16']);

/** Asks DNS for A and AAAA records in parallel. Ignores the hosts file and search domains, and blocks no pool thread. */
export const resolveByDns: Resolve = async (host) => {
  const resolver = new Resolver({ timeout: dnsMs, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
};

/** Whether this is an internet address, not a private one, also not one embedded in an IPv6 address or behind NAT64. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.parse(address);
  if (ip.range() !== 'unicast' || insideClouds.has(ip.toString())) return false;
  return ip.kind() === 'ipv4' || (ip as ipaddr.IPv6).match(global6);
}

/** Why a URL that a company has entered must not be called, judged by its text; null for a valid one. */
export function targetFault(url: string, allowPrivate: boolean): string | null {
  const fault = urlFault(url);
  if (fault || allowPrivate) return fault;
  const { protocol, port } = new URL(url);
  if (protocol !== 'https:') return 'The address must begin with https://';
  if (port && Number(port) < 1024) return 'The port must be 443, or 1024 or higher';
  return null;
}

/** Without the brackets of IPv6. */
export const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '');

/** The checked addresses to connect to. @returns none when the host has none, or when one of them is not public */
export async function addressesOf(
  url: string,
  { resolve, allowPrivate }: { resolve: Resolve; allowPrivate: boolean },
): Promise<string[]> {
  const host = hostOf(url);
  const found = isIP(host) ? [host] : await resolve(host);
  return allowPrivate || found.every(isPublic) ? found : [];
}
