import { Resolver } from 'node:dns/promises';
import { AppError } from '@tradepost/contracts/errors';
import { second } from '@tradepost/service-kit/runtime/durations';

/** The TXT records of a domain; none when it has none. @throws AppError UNAVAILABLE when DNS does not answer */
export type ResolveTxt = (domain: string) => Promise<string[]>;
export const RESOLVE_TXT = Symbol('resolve txt');

const dnsMs = 2 * second;
const recordName = 'tradepost-verification=';

export const recordOf = (token: string) => `${recordName}${token}`;

/** @param servers addresses, separated by commas; those of the machine without it */
export const txtByDns =
  (servers?: string): ResolveTxt =>
  async (domain) => {
    const resolver = new Resolver({ timeout: dnsMs, tries: 2 });
    if (servers) resolver.setServers(servers.split(',').map((one) => one.trim()));
    try {
      return (await resolver.resolveTxt(domain)).map((parts) => parts.join(''));
    } catch (error) {
      if (['ENODATA', 'ENOTFOUND'].includes((error as { code?: string }).code ?? '')) return [];
      throw new AppError('UNAVAILABLE', { message: 'DNS did not answer. Please try again.', cause: error });
    }
  };
