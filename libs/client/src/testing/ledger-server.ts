import { AppError } from '@tradepost/contracts/errors';
import { routes, type Route } from '@tradepost/contracts/routes';
import type { ApiClient } from '../api/api-client';
import { ApiError } from '../api/api-error';
import { KeyLogServer } from './key-log-server';

const error = (code: 'KEYS_STALE') => new ApiError(new AppError(code).message, { code, status: 409 });

/** The part of the server that keeps a ledger, as an operator could change it. */
export class LedgerServer {
  entries: string[] = [];
  /** Of epochs that ended, by their number. */
  readonly ended = new Map<number, string[]>();
  /** Of an earlier release. */
  pins: string | null = null;
  /** Entries of one answer. */
  part = 3;
  /** Answers of other routes. */
  others: (route: Route, input: object) => unknown = () => undefined;
  readonly keyLog = new KeyLogServer();
  /** Called before entries are stored. */
  onAppend: () => Promise<void> = async () => undefined;

  readonly client = { send: (route: Route, input: object) => this.answer(route, input) } as unknown as ApiClient;

  private async answer(route: Route, input: object): Promise<unknown> {
    if (route === routes.keys || route === routes.ownKey)
      return this.others(route, input) ?? { keys: { pins: this.pins } };
    const logged = await this.keyLog.answer(route, input);
    if (logged) return logged;
    if (route === routes.ledger || route === routes.companyLedger) {
      const { from, former } = input as { from: number; former?: number };
      const entries = former === undefined ? this.entries : (this.ended.get(former) ?? []);
      return { size: entries.length, entries: entries.slice(from - 1, from - 1 + this.part) };
    }
    if (route === routes.removeLedgerEntries) {
      const { from, size } = input as { from: number; size: number };
      if (size !== this.entries.length) throw error('KEYS_STALE');
      this.entries = this.entries.slice(0, from - 1);
      return {};
    }
    if (route !== routes.appendLedger && route !== routes.appendCompanyLedger) return this.others(route, input);
    await this.onAppend();
    const { seq, entries } = input as { seq: number; entries: string[] };
    if (seq !== this.entries.length + 1) throw error('KEYS_STALE');
    this.entries = [...this.entries, ...entries];
    return { size: this.entries.length };
  }
}
