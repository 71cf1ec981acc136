import type { Topology } from '../topology/start';
import { Round, type RoundReport } from './round';
import { makeOperator, makeTenant, type Caller } from './tenants';

/** Calls at a time: some mistakes need two. */
const workers = 4;

/** Generated calls against a running installation: one round with tenants of its own. */
export async function fuzz(topology: Topology, { seed, calls }: { seed: number; calls: number }): Promise<RoundReport> {
  const [first, second] = [await makeTenant(topology, 'A'), await makeTenant(topology, 'B')];
  const operator = await makeOperator(topology);
  const round = new Round(topology.origin, { A: first.known, B: second.known, operator: operator.known });
  for (const { name, secrets } of [first, second]) round.ownership.claim(name, secrets);
  const anonymous: Caller = { role: 'anonymous', tenant: 'nobody', token: undefined };
  const callers = [...first.callers, ...second.callers, operator.admin, anonymous];
  const each = Math.ceil(calls / workers);
  await Promise.all(
    Array.from({ length: workers }, (_, worker) => round.work({ seed: seed + worker, calls: each, callers })),
  );
  return round.report();
}
