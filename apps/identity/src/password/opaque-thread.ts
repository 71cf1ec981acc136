import { Worker } from 'node:worker_threads';
import type * as library from '@serenity-kit/opaque';

/**
 * The library asks whether it was given a `Request` or `Response`; the first mention of either would load the HTTP client of Node into the
 * thread. Niceness is that of the thread in Linux. Not an absolute one: the thread of a process that yields to others would go before its
 * calls, and only root may do that.
 */
const script = `
  const { parentPort, workerData: { path, yields } } = require('node:worker_threads');
  const os = require('node:os');
  if (process.platform === 'linux') os.setPriority(Math.min(os.getPriority() + yields, os.constants.priority.PRIORITY_LOW));
  for (const name of ['Request', 'Response']) Object.defineProperty(globalThis, name, { value: undefined });
  const library = require(path);
  const done = ({ work: [role, name], params }) => {
    try {
      return { result: library[role][name](params) ?? null };
    } catch (error) {
      return { refusal: String(error) };
    }
  };
  library.ready.then(() => parentPort.on('message', (message) => parentPort.postMessage({ id: message.id, ...done(message) })));
`;

/** What the library is asked for, by the roles of the protocol. */
interface Work {
  'client.finishLogin': typeof library.client.finishLogin;
  'client.finishRegistration': typeof library.client.finishRegistration;
  'server.startLogin': typeof library.server.startLogin;
  'server.createRegistrationResponse': typeof library.server.createRegistrationResponse;
}

type Result<W extends keyof Work> = NonNullable<ReturnType<Work[W]>>;

interface Answer {
  id: number;
  result?: Result<keyof Work> | null;
  refusal?: string;
}

interface Waiting {
  resolve: (result: Answer['result']) => void;
  reject: (error: Error) => void;
}

/** The library refused its input. */
export class OpaqueRefusal extends Error {}

/** A thread that runs the OPAQUE library, which would block the calls of everyone else. */
export class OpaqueThread {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  /** @param yields how much more niceness than the process has */
  constructor(private readonly yields = 0) {}

  /** @returns null for a password that opens nothing @throws OpaqueRefusal; the error of the thread if it ends */
  async run<W extends keyof Work>(work: W, params: Parameters<Work[W]>[0]): Promise<Result<W> | null> {
    const worker = (this.worker ??= this.started());
    const id = (this.last += 1);
    const result = await new Promise<Answer['result']>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, work: work.split('.'), params });
    });
    return (result ?? null) as Result<W> | null;
  }

  async end(): Promise<void> {
    await this.worker?.terminate();
  }

  private started(): Worker {
    const workerData = { path: require.resolve('@serenity-kit/opaque'), yields: this.yields };
    const worker = new Worker(script, { eval: true, workerData });
    let failure = new Error('the thread of the OPAQUE library has ended');
    worker.on('message', ({ id, result, refusal }: Answer) => {
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (refusal === undefined) waiting?.resolve(result);
      else waiting?.reject(new OpaqueRefusal(refusal));
    });
    worker.on('error', (error) => (failure = error));
    // the next work starts another one
    worker.on('exit', () => {
      this.worker = undefined;
      for (const { reject } of this.waiting.values()) reject(failure);
      this.waiting.clear();
    });
    worker.unref();
    return worker;
  }
}
