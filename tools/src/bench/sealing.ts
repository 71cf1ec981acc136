import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { findChromium } from '@tradepost/testing/servers/debian';
import { chromium } from '@playwright/test';
import { build, defaultClientConditions, type Rolldown } from 'vite';
import { root } from '../topology/paths';
import { median, spread } from './support/measure';

const rounds = 7;
const megabytes = 128;
const least = { seal: 0.8, open: 0.75 };

interface Rates {
  raw: number;
  seal: number;
  open: number;
}

/** Sealing and opening in a worker of Chromium, compared with its own AES-256-GCM in chunks of the same size. */
export async function sealing(): Promise<boolean> {
  const worker = await workerCode();
  const server = createServer(({ url }, response) => {
    const isWorker = url === '/worker.js';
    response
      .writeHead(200, { 'content-type': isWorker ? 'text/javascript' : 'text/html' })
      .end(isWorker ? worker : '<!doctype html><title>Bench</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    const all = await page.evaluate(inWorker, { rounds: rounds + 1, megabytes });
    const rates = all.slice(1);
    const of = (which: keyof Rates) => rates.map((rate) => rate[which]);
    const share = (which: 'seal' | 'open') => median(rates.map((rate) => rate[which] / rate.raw));
    console.log(
      `${megabytes} MB in Chromium ${browser.version()}, MB a second: AES-256-GCM alone ${spread(of('raw'), 0)}; sealing ${spread(of('seal'), 0)}, ratio ${share('seal').toFixed(2)} (at least ${least.seal}); ` +
        `opening ${spread(of('open'), 0)}, ratio ${share('open').toFixed(2)} (at least ${least.open})`,
    );
    return share('seal') >= least.seal && share('open') >= least.open;
  } finally {
    await browser.close();
    server.close();
  }
}

/** Runs in the page. */
async function inWorker({ rounds, megabytes }: { rounds: number; megabytes: number }): Promise<Rates[]> {
  const { Worker } = globalThis as unknown as {
    Worker: new (
      url: string,
      options: { type: 'module' },
    ) => {
      onmessage: (message: { data: Rates }) => void;
      onerror: (error: { message: string }) => void;
      postMessage: (data: number) => void;
    };
  };
  const worker = new Worker('/worker.js', { type: 'module' });
  const all: Rates[] = [];
  for (let round = 0; round < rounds; round++) {
    all.push(
      await new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage(megabytes);
      }),
    );
  }
  return all;
}

async function workerCode(): Promise<string> {
  const entry = join(root, 'tools', 'src', 'bench', 'sealing.worker.ts');
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['@tradepost/source', ...defaultClientConditions] },
    build: { write: false, lib: { entry, formats: ['es'] } },
  })) as Rolldown.RolldownOutput[];
  const chunk = built[0]?.output[0];
  if (!chunk) throw new Error('The worker was not built');
  return chunk.code;
}
