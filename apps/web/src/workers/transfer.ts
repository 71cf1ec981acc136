import { expose, transferHandlers, wrap, type Endpoint, type TransferHandler } from 'comlink';
import { deserializeError, isError, serializeError, type SerializedError } from './serialized-error';

/*
 * What comlink does not pass between threads by itself: the classes of errors, and options with callbacks and an `AbortSignal`.
 * Import it on both sides.
 */

type Callback = (...given: never[]) => unknown;
type Sent = { name: string } & (
  { callback: MessagePort } | { signal: MessagePort; reason?: SerializedError } | { value: unknown }
);

const isOptions = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  Object.values(value).some((one) => typeof one === 'function' || one instanceof AbortSignal);

function sendSignal(signal: AbortSignal, port: MessagePort): SerializedError | undefined {
  if (signal.aborted) return serializeError(signal.reason);
  signal.addEventListener('abort', () => port.postMessage(serializeError(signal.reason)), { once: true });
  return undefined;
}

function receivedSignal(port: MessagePort, reason?: SerializedError): AbortSignal {
  const controller = new AbortController();
  if (reason) controller.abort(deserializeError(reason));
  port.onmessage = ({ data }: MessageEvent<SerializedError>) => {
    controller.abort(deserializeError(data));
    port.close();
  };
  return controller.signal;
}

/** The near ports of sent options. */
const openPorts = new WeakMap<object, MessagePort[]>();

/** Closes the ports of options once their call is over. */
export const endCall = (given: object): void => openPorts.get(given)?.forEach((port) => port.close());

const options: TransferHandler<Record<string, unknown>, Sent[]> = {
  canHandle: isOptions,
  serialize: (given) => {
    const [nearPorts, farPorts]: [MessagePort[], MessagePort[]] = [[], []];
    openPorts.set(given, nearPorts);
    const newPort = () => {
      const { port1: near, port2: far } = new MessageChannel();
      nearPorts.push(near);
      farPorts.push(far);
      return { near, far };
    };
    const sent = Object.entries(given).map(([name, value]): Sent => {
      if (typeof value === 'function') {
        const { near, far } = newPort();
        expose(value as Callback, near as Endpoint);
        return { name, callback: far };
      }
      if (!(value instanceof AbortSignal)) return { name, value };
      const { near, far } = newPort();
      const reason = sendSignal(value, near);
      return { name, signal: far, ...(reason && { reason }) };
    });
    return [sent, farPorts];
  },
  deserialize: (sent) =>
    Object.fromEntries(
      sent.map((one) => {
        if ('callback' in one) return [one.name, wrap(one.callback as Endpoint)];
        return [one.name, 'signal' in one ? receivedSignal(one.signal, one.reason) : one.value];
      }),
    ),
};

const errors: TransferHandler<Error, SerializedError> = {
  canHandle: isError,
  serialize: (error) => [serializeError(error), []],
  deserialize: deserializeError,
};

/** What comlink's own handler wraps when a call fails. */
interface Thrown {
  value: unknown;
}

const { canHandle } = transferHandlers.get('throw') as TransferHandler<Thrown, SerializedError>;
const thrown: TransferHandler<Thrown, SerializedError> = {
  canHandle,
  serialize: ({ value }) => [serializeError(value), []],
  deserialize: (error) => {
    throw deserializeError(error);
  },
};

transferHandlers.set('throw', thrown);
transferHandlers.set('error', errors);
transferHandlers.set('options', options);
