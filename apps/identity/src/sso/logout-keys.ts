import { minute } from '@tradepost/service-kit/runtime/durations';
import type { JSONWebKeySet } from 'jose';

const storedProviders = 1_000;

/** The keys that verify logout tokens, which strangers can send: each provider is asked once a minute at most, also if it does not answer. */
export class LogoutKeys {
  private readonly asked = new Map<string, { keys: Promise<JSONWebKeySet>; at: number }>();

  /** @param id of the connection */
  of(id: string, ask: () => Promise<JSONWebKeySet>): Promise<JSONWebKeySet> {
    const known = this.asked.get(id);
    if (known && performance.now() - known.at < minute) return known.keys;
    const keys = ask();
    this.asked.delete(id);
    this.asked.set(id, { keys, at: performance.now() });
    for (const oldest of this.asked.keys()) if (this.asked.size > storedProviders) this.asked.delete(oldest);
    return keys;
  }
}
