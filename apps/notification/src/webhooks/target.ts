import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { urlFault } from '@tradepost/contracts/webhooks';
import ipaddr from 'ipaddr.js';

/** Finds the addresses of a host. @returns none when it has none */
export type Resolve = (host: string) => Promise<string[]>;
export const RESOLVE = Symbol('resolve');

const dnsMs = 2_000;
/** Global unicast is all that IPv6 has for the internet; what `range` does not know lies outside. */
const global6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
/** Public by its number, and yet the metadata and DNS server inside of a cloud. */
const insideClouds = new Set(['168.63.129.16']);

/** By DNS alone, A and AAAA side by side: neither the hosts file nor search domains count, and no thread of the pool waits. */
export const resolveByDns: Resolve = async (host) => {
  const resolver = new Resolver({ timeout: dnsMs, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
};

/** Whether an address is one of the internet's, and no network's of ours: also not wrapped in IPv6, or behind a translator. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.parse(address);
  if (ip.range() !== 'unicast' || insideClouds.has(ip.toString())) return false;
  return ip.kind() === 'ipv4' || (ip as ipaddr.IPv6).match(global6);
}

/** What is wrong with where a webhook would go, as far as its text says; null for a good one. */
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

/** The addresses to connect to, each of them checked. @returns none when the host has none or a single one is not public */
export async function addressesOf(
  url: string,
  { resolve, allowPrivate }: { resolve: Resolve; allowPrivate: boolean },
): Promise<string[]> {
  const host = hostOf(url);
  const found = isIP(host) ? [host] : await resolve(host);
  return allowPrivate || found.every(isPublic) ? found : [];
}
