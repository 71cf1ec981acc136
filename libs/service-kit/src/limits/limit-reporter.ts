import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { identity } from '@tradepost/contracts/identity';
import { Rpc } from '../messaging/rpc';
import { log } from '../observability/logging';
import { second } from '../runtime/durations';
import { drainReached } from './reached';

const intervalMs = 5 * second;

/** Reports reached limits to identity, which lists them for admins. What a stopping process has not reported is lost. */
@Injectable()
export class LimitReporter implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private last = Promise.resolve();

  constructor(private readonly rpc: Rpc) {}

  onApplicationBootstrap() {
    this.timer = setInterval(() => void this.report(), intervalMs);
    this.timer.unref();
  }

  onApplicationShutdown() {
    clearInterval(this.timer);
  }

  /** Resolves when all that was reached so far is reported, also by a report that has begun before. */
  report(): Promise<void> {
    return (this.last = this.last.then(() => this.send()));
  }

  private async send(): Promise<void> {
    const reached = drainReached();
    if (reached.length === 0) return;
    try {
      await this.rpc.call(identity.recordReachedLimits, { reached }, { kind: 'system', service: 'limits' });
    } catch (error) {
      log.warn({ err: error, reached: reached.length }, 'could not report reached limits');
    }
  }
}
