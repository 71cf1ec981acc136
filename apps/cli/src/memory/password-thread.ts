import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { SealingError, type SealingProblem } from '@tradepost/sealing/errors';
import { labelOf } from '@tradepost/sealing/key-log/label';
import { passwordWork, type PasswordWork } from '@tradepost/sealing/keys/opaque';

/*
 * Argon2id takes 64 MiB, which WebAssembly never returns while its thread runs. So each call gets a thread that ends.
 */

const { finishProof, finishRegistration, formerOf } = passwordWork;
const work = { finishProof, finishRegistration, formerOf, labelOf };
type Work = typeof work;

interface Call {
  passwordWork: keyof Work;
  given: unknown[];
}
type Outcome = { result: unknown } | { problem: SealingProblem } | { message: string };

/** Only one at a time: several at once would need the memory several times. */
let last: Promise<unknown> = Promise.resolve();

const inThread = <N extends keyof Work>(name: N): Work[N] =>
  ((...given: unknown[]) => {
    const run = () => callThread({ passwordWork: name, given });
    const result = last.then(run, run);
    last = result.catch(() => undefined);
    return result;
  }) as unknown as Work[N];

async function callThread(call: Call): Promise<unknown> {
  const thread = newThread(call);
  const outcome = await new Promise<Outcome>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject);
    thread.once('exit', () => reject(new Error('The thread that works on passwords has ended')));
  });
  await thread.terminate();
  if ('problem' in outcome) throw new SealingError(outcome.problem);
  if ('message' in outcome) throw new Error(outcome.message);
  return outcome.result;
}

interface Sea {
  isSea: () => boolean;
  getAsset: (name: string, encoding: string) => string;
}

/** This file; the released program has one file, and in its form with Node it is an asset named `script`. */
function newThread(call: Call): Worker {
  const sea = process.getBuiltinModule?.('node:sea') as Sea | undefined;
  return sea?.isSea()
    ? new Worker(sea.getAsset('script', 'utf8'), { eval: true, workerData: call })
    : new Worker(__filename, { workerData: call });
}

/** The work on passwords and labels, without the memory that it takes. */
export const threadWork: { passwords: PasswordWork; labelOf: typeof labelOf } = {
  passwords: {
    ...passwordWork,
    finishProof: inThread('finishProof'),
    finishRegistration: inThread('finishRegistration'),
    formerOf: inThread('formerOf'),
  },
  labelOf: inThread('labelOf'),
};

async function outcomeOf({ passwordWork: name, given }: Call): Promise<Outcome> {
  try {
    return { result: await (work[name] as (...given: unknown[]) => Promise<unknown>)(...given) };
  } catch (error) {
    if (error instanceof SealingError) return { problem: error.problem };
    return { message: error instanceof Error ? error.message : String(error) };
  }
}

const call = isMainThread ? undefined : (workerData as Call | null);
if (call?.passwordWork) void outcomeOf(call).then((outcome) => parentPort?.postMessage(outcome));
