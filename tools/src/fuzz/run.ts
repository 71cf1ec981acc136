import { inboxAt } from '@tradepost/testing/inbox-client';
import { checkBodyLimits } from './body-limits';
import type { FuzzedInstallation } from './installation';
import { PreparedCalls } from './prepared-calls';
import { withProvider } from './providers/provider';
import { Round, type RoundReport } from './round';
import { makeOperator, makeTenant, type Caller } from './tenants';

/** Calls at a time: some mistakes need two. */
const workers = 4;
/** After this share of the calls, caches and compiled code have grown to their size. */
const warmUp = 0.4;

export interface FuzzReport extends RoundReport {
  /** Bytes in use at the end, less those after the warm-up. */
  grownBytes: number;
}

/** Generated calls against a running installation: one round with tenants of its own. */
export async function fuzz(
  installation: FuzzedInstallation,
  { seed, calls }: { seed: number; calls: number },
): Promise<FuzzReport> {
  // a full inbox is slow to search
  await inboxAt(installation.inboxUrl).clear();
  const tenant = async (name: string) => withProvider(installation, await makeTenant(installation, name));
  const [first, second] = [await tenant('A'), await tenant('B')];
  const operator = await makeOperator(installation);
  const known = { A: first.known, B: second.known, operator: operator.known };
  const round = new Round(installation.origin, known, new PreparedCalls(installation));
  for (const { name, secrets } of [first, second]) round.ownership.claim(name, secrets);
  const ofSizes = await checkBodyLimits(
    installation.origin,
    first.callers.find(({ role }) => role === 'sender')!,
  );
  const anonymous: Caller = { role: 'anonymous', tenant: 'nobody', token: undefined };
  const callers = [...first.callers, ...second.callers, operator.admin, anonymous];
  const work = (from: number, count: number) =>
    Promise.all(
      Array.from({ length: workers }, (_, worker) =>
        round.work({ seed: from + worker, calls: Math.ceil(count / workers), callers }),
      ),
    );
  await work(seed, calls * warmUp);
  const before = await installation.usedBytes();
  await work(seed + workers, calls * (1 - warmUp));
  const report = round.report();
  return {
    ...report,
    findings: [...ofSizes, ...report.findings],
    grownBytes: (await installation.usedBytes()) - before,
  };
}
