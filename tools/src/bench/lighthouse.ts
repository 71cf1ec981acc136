import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { routes } from '@tradepost/contracts/routes';
import { findChromium } from '@tradepost/testing/servers/debian';
import { freePort } from '@tradepost/testing/servers/ports';
import lighthouse from 'lighthouse/core/index.cjs';
import type LighthouseResult from 'lighthouse/types/lhr/lhr';
import { acceptDelivery, deliverFiles, readyArchive } from '../client/deliveries';
import type { Topology } from '../topology/start';
import { median } from './support/measure';

const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(100_000)]);
const rounds = 3;
const least = 95;
const mostLcpMs = 2_500;
const mostRequests = 15;

interface Figures {
  scores: Record<string, number>;
  lcpMs: number;
  requests: number;
  /** What costs points, by category. */
  losses: string[];
}

/** Lighthouse with its own settings: a phone on slow 4G with a CPU that is four times slower. Medians of the rounds. */
export async function lighthouseScores(topology: Topology): Promise<boolean> {
  const trade = await deliverFiles(topology, 'lighthouse', [pdf, pdf]);
  // the web app does so when a person first opens it
  await Promise.all([trade.sender, trade.receiver].map((each) => each.send(routes.saveLanguage, { language: 'en' })));
  const { id } = await acceptDelivery(topology, trade);
  await readyArchive(trade.receiver, id);
  const { expiry } = await trade.receiver.send(routes.transfer, { id });
  const screens: { name: string; path: string; client?: ApiClient; isLimited?: boolean }[] = [
    { name: 'sign-in', path: '/login', isLimited: true },
    { name: 'download page', path: `/dashboard?id=${id}&expiry=${expiry}`, client: trade.receiver, isLimited: true },
    { name: 'workspace', path: '/workspace', client: trade.sender },
    { name: 'shared folders', path: '/share-folders', client: trade.receiver },
  ];
  let good = true;
  for (const { name, path, client, isLimited } of screens) {
    const figures: Figures[] = [];
    for (let round = 0; round < rounds; round += 1) figures.push(await audit(topology.origin + path, client));
    const scores = Object.keys(figures[0]?.scores ?? {}).map(
      (category) => [category, median(figures.map((each) => each.scores[category] ?? 0))] as const,
    );
    const lcpMs = median(figures.map((each) => each.lcpMs));
    const requests = Math.max(...figures.map((each) => each.requests));
    console.log(
      `lighthouse ${name}: ${scores.map(([category, score]) => `${category} ${score}`).join(', ')} (at least ${least}); ` +
        `largest contentful paint ${(lcpMs / 1000).toFixed(1)} s (at most ${mostLcpMs / 1000}); ` +
        `${requests} requests${isLimited ? ` (at most ${mostRequests})` : ''}`,
    );
    for (const loss of new Set(figures.flatMap(({ losses }) => losses))) console.log(`  ${loss}`);
    good &&=
      scores.every(([, score]) => score >= least) && lcpMs <= mostLcpMs && (!isLimited || requests <= mostRequests);
  }
  return good;
}

/** In a browser of its own, so that nothing is cached. */
async function audit(url: string, client?: ApiClient): Promise<Figures> {
  const profile = mkdtempSync(join(tmpdir(), 'tradepost-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  });
  try {
    if (client) await context.addCookies([{ name: 'auth-token', value: client.token ?? '', url: new URL(url).origin }]);
    const result = await lighthouse(url, { port, logLevel: 'error' });
    if (!result || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message}`);
    const { categories, audits } = result.lhr as LighthouseResult;
    const details = audits['network-requests']?.details;
    return {
      scores: Object.fromEntries(
        Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
      ),
      lcpMs: audits['largest-contentful-paint']?.numericValue ?? Infinity,
      // pictures within the page or a script are listed as requests, but cost none
      requests:
        details?.type === 'table'
          ? details.items.filter(({ url }) => !String(url).startsWith('data:')).length
          : Infinity,
      losses: Object.values(categories).flatMap(({ id, auditRefs }) =>
        auditRefs
          .filter(({ weight }) => weight > 0)
          .map((ref) => audits[ref.id])
          .filter((each) => each && each.score !== null && each.score < 0.9)
          .map((each) => `${id}: ${each?.title} ${each?.displayValue ?? ''}`),
      ),
    };
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
