import { hash } from 'node:crypto';
import type { Actor } from '@tradepost/contracts/actor';
import type { Admission } from '@tradepost/service-kit/limits/admission';
import { networkOf } from '@tradepost/service-kit/limits/network';
import { second } from '@tradepost/service-kit/runtime/durations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isOwn } from '../http/security-headers';
import { kindOfCall, type CallKind } from '../http/observe';
import { FairQueue } from './fair-queue';
import { HeldAnswers } from './held-answers';
import { SlotLeases } from './slot-leases';

/** Milliseconds of work after which a call frees its slot: by then it usually waits for something else, such as a hash or its sender. */
const longestSlotMs = { call: 200, upload: 50, download: 50, live: 0, page: 0 } satisfies Record<CallKind, number>;
/** Whether this process has work for a transfer, which then gets the time of other calls. Otherwise it waits for its sender or its reader. */
const hasWork: Partial<Record<CallKind, (reply: FastifyReply) => boolean>> = {
  upload: ({ request }) => request.raw.complete,
  download: ({ raw }) => !raw.writableNeedDrain,
};
/** Who reached a limit waits for the answer, so that a flood of refusals does not become work. */
const refusalDelayMs = second;
/** Of all refused calls that wait for their answer in this process. */
const mostHeldBytes = 64 * 1024 ** 2;
/** Node reads so much of a body ahead of its reader (measured with forms). */
const readAheadBytes = 300 * 1024;
/** A body of this size counts as one more call: waiting calls hold their bodies in memory. */
const bytesOfCall = 16 * 1024;
const mostRemembered = 10_000;
/** Of a limit that was reached: of a size or a store, or of a number. */
const refusals = [413, 429];

interface QueuedCall {
  key: string;
  credential: string | undefined;
  kind: Exclude<CallKind, 'live'>;
  reply: FastifyReply;
  entered?: Promise<void>;
  leave?: () => void;
}

/** Queues calls fairly by company, or by network while the caller is not known, before their bodies are parsed. */
export class CallQueue {
  private readonly queue: FairQueue;
  private readonly leases = new SlotLeases();
  private readonly refused = new HeldAnswers(refusalDelayMs, mostHeldBytes);
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
    server.addHook('onRequest', async (request, reply) => this.admit(request, reply));
    server.addHook('preHandler', (request) => this.enter(request));
    server.addHook('onSend', (request, reply) => this.holdBack(request, reply));
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
  private admit(request: FastifyRequest, reply: FastifyReply): void {
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
    reply.raw.once(
      'close',
      this.admission.enter([{ limit: company ? 'callsOfCompany' : 'callsOfNetwork', key, amount }]),
    );
  }

  private async takeSlot(call: QueuedCall): Promise<void> {
    const { key, kind, reply } = call;
    const leave = await this.queue.enter(key);
    if (reply.raw.closed) return leave();
    const ms = longestSlotMs[kind];
    const lease = (usedMs: number): (() => void) =>
      this.leases.begin(ms, () => {
        if (usedMs < longestSlotMs.call && hasWork[kind]?.(reply)) endLease = lease(usedMs + ms);
        else leave();
      });
    let endLease = lease(ms);
    call.leave = () => {
      endLease();
      leave();
    };
    reply.raw.once('close', call.leave);
  }

  private async holdBack(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!refusals.includes(reply.statusCode)) return;
    this.calls.get(request)?.leave?.();
    const isHeld = await this.refused.hold(request.raw.complete ? bytesOfCall : readAheadBytes);
    // in a flood of refusals the next call needs a new connection
    if (!isHeld) void reply.header('connection', 'close');
  }

  private remember(request: FastifyRequest): void {
    const { actor } = request as { actor?: Actor };
    const credential = this.calls.get(request)?.credential;
    if (actor?.kind === 'user' && credential) this.companies.set(credential, actor.companyId ?? actor.userId);
  }
}

const credentialOf = ({ headers: { authorization } }: FastifyRequest) =>
  authorization ? hash('sha256', authorization, 'base64') : undefined;

/** What is held of the body at most: nothing of one that is refused before it is read; unknown for a body without a length. */
function bodyBytes({ headers, routeOptions: { bodyLimit } }: FastifyRequest): number {
  if (headers['transfer-encoding']) return bodyLimit;
  const announced = Number(headers['content-length'] ?? 0) || 0;
  return announced > bodyLimit ? 0 : announced;
}
