import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookEvent } from '@tradepost/contracts/webhooks';
import { startEventReceiver } from '@tradepost/testing/event-receiver';
import type { Running } from '@tradepost/testing/servers/server-process';

type Answer = 'ok' | 'fails' | 'hangs' | 'breaks' | 'breaks too late';

/** How the first tries of each event are answered, event after event. Later tries are accepted. */
const moods: Answer[][] = [
  ['ok'],
  ['ok'],
  ['fails'],
  ['ok'],
  ['ok'],
  ['breaks'],
  ['ok'],
  ['ok'],
  ['breaks too late'],
  ['ok'],
  ['ok'],
  ['fails', 'breaks'],
  ['ok'],
  ['ok'],
  ['ok'],
];
const hangsEvery = 60;
const signatureLivesSeconds = 300;

interface Received {
  event: WebhookEvent;
  body: string;
  /** Number of deliveries. */
  times: number;
  /** How often it was answered with 200. */
  taken: number;
}

export interface FaultyReceiver extends Running {
  url: string;
  /** By the event's id. */
  received: Map<string, Received>;
  answers: Record<Answer, number>;
  counts: { 'signatures not right': number; 'repeats that differ': number };
  /** The key that signs the next deliveries. */
  secret: string;
}

/** An unreliable receiver: it sometimes answers 500, does not answer, or closes the connection before or after it processed the event. */
export async function startFaultyReceiver(): Promise<FaultyReceiver> {
  const running = await startEventReceiver(({ request, body, event }, response) => {
    if (
      request.headers['x-tradepost-event'] !== event.id ||
      !isSigned(String(request.headers['x-tradepost-signature']), body, receiver.secret)
    )
      receiver.counts['signatures not right'] += 1;
    const known = receiver.received.get(event.id) ?? { event, body, times: 0, taken: 0 };
    if (known.body !== body) receiver.counts['repeats that differ'] += 1;
    if (known.times === 0) receiver.received.set(event.id, known);
    const answer = moodOf([...receiver.received.keys()].indexOf(event.id), known.times);
    known.times += 1;
    receiver.answers[answer] += 1;
    if (answer === 'hangs') return;
    if (answer === 'breaks') return void request.socket.destroy();
    if (answer === 'fails') return void response.writeHead(500).end();
    known.taken += 1;
    if (answer === 'ok') return void response.writeHead(200).end();
    // the receiver processed the event, but its answer is lost
    request.socket.destroy();
  });
  const receiver: FaultyReceiver = {
    ...running,
    received: new Map(),
    answers: { ok: 0, fails: 0, hangs: 0, breaks: 0, 'breaks too late': 0 },
    counts: { 'signatures not right': 0, 'repeats that differ': 0 },
    secret: '',
  };
  return receiver;
}

function moodOf(nth: number, times: number): Answer {
  if (nth % hangsEvery === hangsEvery / 2) return times === 0 ? 'hangs' : 'ok';
  return moods[nth % moods.length]?.[times] ?? 'ok';
}

/** As docs/api.md describes it, written independently of the code that signs. */
function isSigned(header: string, body: string, secret: string): boolean {
  const parts = header.split(',').map((part) => part.split('=') as [string, string]);
  const t = parts.find(([name]) => name === 't')?.[1] ?? '';
  const wanted = Buffer.from(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'));
  const isNew = Math.abs(Date.now() / 1000 - Number(t)) <= signatureLivesSeconds;
  return (
    isNew &&
    parts.some(
      ([name, given]) => name === 'v1' && given.length === wanted.length && timingSafeEqual(Buffer.from(given), wanted),
    )
  );
}
