import type { Event, Payload } from '@tradepost/contracts/define';
import {
  liveBroadcastSubject,
  notificationEvents,
  type AnyLiveUpdate,
  type Audience,
  type LiveUpdateMessage,
} from '@tradepost/contracts/live-updates';
import type { Bus } from './bus';

/** The message that carries a live update on the bus. */
export const liveUpdateMessage = <U extends AnyLiveUpdate>(
  { type }: U,
  audience: Audience[],
  data: Payload<U>,
): LiveUpdateMessage => ({ type, audience, data }) as LiveUpdateMessage;

/** Pushes a live update that may be lost: it bypasses outbox and stream. */
export function broadcastLiveUpdate<U extends AnyLiveUpdate>(
  bus: Bus,
  update: U,
  audience: Audience[],
  data: Payload<U>,
): void {
  const payload = liveUpdateMessage(update, audience, data);
  bus.broadcast(liveBroadcastSubject, Buffer.from(JSON.stringify({ payload })));
}

const payloadOf = <P>(data: Uint8Array) => (JSON.parse(Buffer.from(data).toString()) as { payload: P }).payload;

/** Calls `handler` in this process for each of these events. An event that is published without a listener is lost. */
export const listenToEvent = <E extends Event>(bus: Bus, { subject }: E, handler: (payload: Payload<E>) => void) =>
  bus.listen(subject, (data) => handler(payloadOf<Payload<E>>(data)));

/** Calls `handler` for every live update. */
export async function listenToLiveUpdates(bus: Bus, handler: (message: LiveUpdateMessage) => void): Promise<void> {
  await listenToEvent(bus, notificationEvents.posted, handler);
  await bus.listen(liveBroadcastSubject, (data) => handler(payloadOf<LiveUpdateMessage>(data)));
}
