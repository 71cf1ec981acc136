import { test as base } from '@playwright/test';
import { startDns, type DnsServer } from '@tradepost/testing/dns';
import type { Topology } from '@tradepost/tools/topology/start';
import { browserTopology } from '../topology';
import { lowerCosts } from '../process/costs';

/**
 * `installation` is one for all files of a worker: its people are strangers to those of other files. After a test, the windows that it
 * opened are closed, because each would continue to render live updates.
 */
export const test = base.extend<
  { closesWindows: void },
  { costs: 'lowest' | 'real'; atCosts: void; installation: Topology; dns: DnsServer }
>({
  /** The DNS that the installation asks about domains. */
  dns: [
    // Playwright reads from this pattern that nothing else is needed
    async ({}, use) => {
      const dns = await startDns();
      await use(dns);
      dns.stop();
    },
    { scope: 'worker' },
  ],
  /** What hashing a password costs. A file with people who pay the real price says so, and has workers of its own. */
  costs: ['lowest', { option: true, scope: 'worker' }],
  atCosts: [
    async ({ costs }, use) => {
      if (costs === 'lowest') await lowerCosts();
      await use();
    },
    { auto: true, scope: 'worker' },
  ],
  installation: [
    async ({ dns }, use) => {
      const topology = await browserTopology({ DNS_SERVERS: dns.address });
      await use(topology);
      await topology.stop();
    },
    { scope: 'worker', timeout: 0 },
  ],
  closesWindows: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use();
      await Promise.all(browser.contexts().map((context) => !before.has(context) && context.close()));
    },
    { auto: true },
  ],
});
