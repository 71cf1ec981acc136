import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Actor } from '@tradepost/contracts/actor';
import type { Admission } from '@tradepost/service-kit/limits/admission';
import { networkOf } from '@tradepost/service-kit/limits/network';
import { second } from '@tradepost/service-kit/runtime/durations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isOwn } from '../http/security-headers';
import { kindOfCall, type CallKind } from '../http/observe';
import { FairQueue } from './fair-queue';

/** Milliseconds after which a call mostly waits for something else, like a hash or its sender, and frees its slot. */
const longestSlotMs = { call: 200, upload: 50, download: 50, live: 0, page: 0 } satisfies Record<CallKind, number>;
/** A refused caller waits, so that a flood of refusals does not become work. */
const refusalDelayMs = second;
/** A body of this size counts as one more call: waiting calls hold their bodies in memory. */
const bytesOfCall = 16 * 1024;
const mostBodyBytes = 1024 ** 2;
const mostRemembered = 10_000;

interface QueuedCall {
  key: string;
  credential: string | undefined;
  kind: Exclude<CallKind, 'live'>;
  reply: FastifyReply;
  entered?: Promise<void>;
}

/** Queues calls fairly by company, or by network while the caller is not known, before their bodies are parsed. */
export class CallQueue {
  private readonly queue: FairQueue;
  /** By the hash of the credential: the company that it was last used for. It decides only about the order of calls. */
  private readonly companies = new LRUCache<string, string>({ max: mostRemembered });
  private readonly calls = new WeakMap<FastifyRequest, QueuedCall>();

  constructor(
    private readonly admission: Admission,
    slots: number,
  ) {
    this.queue = new FairQueue(slots);
  }

  install(server: FastifyInstance): void {
    server.addHook('onRequest', (request, reply) => this.admit(request, reply));
    server.addHook('preHandler', (request) => this.enter(request));
    server.addHook('onResponse', (request, _reply, done) => {
      this.remember(request);
      done();
    });
  }

  /** Waits until the call may work. A second call has no effect. */
  async enter(request: FastifyRequest): Promise<void> {
    const call = this.calls.get(request);
    if (call) await (call.entered ??= this.takeSlot(call));
  }

  /** @throws AppError TOO_MANY when the tenant's calls fill its queue */
  private async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!isOwn(request)) return;
    const kind = kindOfCall(request);
    // it has a limit of its own, and waits most of the time
    if (kind === 'live') return;
    const credential = credentialOf(request);
    const company = credential && this.companies.get(credential);
    const key = company ?? networkOf(request.ip);
    this.calls.set(request, { key, credential, kind, reply });
    // uploads and downloads have limits of their own
    if (kind !== 'call') return;
    const amount = 1 + Math.floor(bodyBytes(request) / bytesOfCall);
    try {
      reply.raw.once(
        'close',
        this.admission.enter([{ limit: company ? 'callsOfCompany' : 'callsOfNetwork', key, amount }]),
      );
    } catch (error) {
      await delay(refusalDelayMs);
      throw error;
    }
  }

  private async takeSlot({ key, kind, reply }: QueuedCall): Promise<void> {
    const leave = await this.queue.enter(key);
    if (reply.raw.closed) return leave();
    const timer = setTimeout(leave, longestSlotMs[kind]);
    reply.raw.once('close', () => {
      clearTimeout(timer);
      leave();
    });
  }

  private remember(request: FastifyRequest): void {
    const { actor } = request as { actor?: Actor };
    const credential = this.calls.get(request)?.credential;
    if (actor?.kind === 'user' && credential) this.companies.set(credential, actor.companyId ?? actor.userId);
  }
}

const credentialOf = ({ headers: { authorization } }: FastifyRequest) =>
  authorization ? hash('sha256', authorization, 'base64') : undefined;

/** What the body may hold at most; unknown for a body without a length. */
function bodyBytes({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding']) return mostBodyBytes;
  return Math.min(Number(headers['content-length'] ?? 0) || 0, mostBodyBytes);
}
