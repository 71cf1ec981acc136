import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { collectDefaultMetrics } from 'prom-client';
import { version } from '../../package.json';
import { readConfig } from '../runtime/config';
import { opsSettings } from '../runtime/process-settings';
import { log } from './logging';
import { withTimeout } from '../runtime/with-timeout';
import { buildInfo, dependencyUp, registry, sampleErrors } from './metrics';

const readinessTimeoutMs = 2_000;

export interface Readiness {
  status: 'up' | 'down';
  dependencies: Record<string, 'up' | 'down'>;
}

const settings = () => readConfig(opsSettings);

/** Health and metrics of a process, for operators: liveness, readiness with its dependencies, and figures, on a separate port. */
@Injectable()
export class Ops implements OnModuleDestroy, OnApplicationShutdown {
  private readonly checks: [name: string, check: () => Promise<unknown>][] = [];
  private readonly samplers: (() => Promise<void>)[] = [];
  private stopping = false;
  private server: Server | undefined;

  /** Adds a dependency that this process needs; `check` rejects while it is unavailable. If a name has two checks, both must pass. */
  needs(name: string, check: () => Promise<unknown>) {
    this.checks.push([name, check]);
  }

  /** `sample` sets its gauges on every scrape. */
  samples(sample: () => Promise<void>) {
    this.samplers.push(sample);
  }

  async readiness(): Promise<Readiness> {
    const states = await Promise.all(
      this.checks.map(
        async ([name, check]) =>
          [
            name,
            await inTime(check).then(
              () => true,
              () => false,
            ),
          ] as const,
      ),
    );
    const dependencies: Readiness['dependencies'] = {};
    for (const [name, isUp] of states) dependencies[name] = isUp && dependencies[name] !== 'down' ? 'up' : 'down';
    for (const [dependency, state] of Object.entries(dependencies))
      dependencyUp.set({ dependency }, state === 'up' ? 1 : 0);
    const isReady = !this.stopping && states.every(([, isUp]) => isUp);
    return { status: isReady ? 'up' : 'down', dependencies };
  }

  /** Prometheus text. A gauge that cannot be read within the timeout keeps its value, and the error is counted. */
  async metrics(): Promise<string> {
    const sampled = await Promise.allSettled([this.readiness(), ...this.samplers.map(inTime)]);
    for (const outcome of sampled) {
      if (outcome.status === 'fulfilled') continue;
      sampleErrors.inc();
      log.debug({ err: outcome.reason }, 'could not read a metric');
    }
    return registry.metrics();
  }

  /** @returns the port, when there is one */
  async listen(): Promise<number | undefined> {
    const { OPS_PORT, OPS_HOST } = settings();
    if (OPS_PORT === undefined) return undefined;
    collectDefaultMetrics({ register: registry });
    buildInfo.set({ version }, 1);
    const server = createServer((request, response) => {
      this.answer(request.url ?? '', response).catch((error) => {
        log.error({ err: error }, 'could not answer a request to the ops port');
        response.destroy();
      });
    });
    this.server = server;
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(OPS_PORT, OPS_HOST, resolve));
    return (server.address() as AddressInfo).port;
  }

  /** Readiness fails first, so that no new work is sent to a service that stops. */
  onModuleDestroy() {
    this.stopping = true;
  }

  onApplicationShutdown() {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async answer(url: string, response: ServerResponse) {
    switch (url.split('?', 1)[0]) {
      case '/health/live':
        return json(response, 200, { status: 'up', version });
      case '/health/ready': {
        const readiness = await this.readiness();
        return json(response, readiness.status === 'up' ? 200 : 503, readiness);
      }
      case '/metrics':
        return void response.writeHead(200, { 'content-type': registry.contentType }).end(await this.metrics());
      default:
        return json(response, 404, { status: 'unknown' });
    }
  }
}

const json = (response: ServerResponse, status: number, body: object) =>
  void response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));

/** @throws Error when it takes longer than `readinessTimeoutMs` */
const inTime = <T>(work: () => Promise<T>): Promise<T> =>
  withTimeout(readinessTimeoutMs, work(), () => new Error(`no answer within ${readinessTimeoutMs} ms`));
