import { isIPv6 } from 'node:net';
import type { Actor } from '@tradepost/contracts/actor';

const groupsOfNetwork = 4;
const groups = 8;
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The network of a caller: an IPv4 address, or the /64 of an IPv6 address, of which one customer has all addresses. */
export function networkOf(ip: string): string {
  const ipv4 = mapped.exec(ip)?.[1];
  if (ipv4) return ipv4;
  if (!isIPv6(ip)) return ip;
  // the URL parser writes every address in its shortest form
  const [before = '', after = ''] = new URL(`http://[${ip.split('%')[0]}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [before, after].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const filled = [...first, ...Array<string>(groups - first.length - last.length).fill('0'), ...last];
  return `${filled.slice(0, groupsOfNetwork).join(':')}::/64`;
}

const ownIpv6 = networkOf('::1');

/** Whether it is the network of callers on this machine. */
export const isThisMachine = (network: string): boolean => network.startsWith('127.') || network === ownIpv6;

/** The network of the caller; a service has none. */
export const callerNetwork = (actor: Actor): string => (actor.kind === 'system' ? 'system' : networkOf(actor.ip));
